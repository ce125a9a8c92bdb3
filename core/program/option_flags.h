// Options of systems as flags of a verb: those of every system that the verb is
// for, of which one is known only when its model is.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields.h"

namespace whylight {

/// The options that models of a system have.
struct SystemOptions {
  std::string model;          ///< How messages call such a model.
  const FieldTable* options;  ///< Null if it has none.
  /// Names of flags in place of those by the key: "leaveOneOut" is
  /// --leave-one-out, and "min_count" is --min-count.
  std::map<std::string, std::string> flags = {};
};

/// Adds to `verb` a flag for each option of these systems; values go to
/// `given`, by their keys. Of an option that is no plain value, that is the
/// name of a file of JSON; of a list it may be one of JSON lines.
void AddOptionFlags(CLI::App* verb, const std::vector<SystemOptions>& systems,
                    nlohmann::json* given);

/// Fails where an option was given that only models of other systems have than
/// that of `options`.
Status CheckOptionFlags(const std::vector<SystemOptions>& systems,
                        const SystemOptions& own, const nlohmann::json& given);

/// `error`, which calls an option by its key, with the flag in its place:
///
///   ngrams: "aspect": expected ...   ngrams: --aspect: expected ...
Error NameFlag(const SystemOptions& system, Error error);

/// Puts what is in files in the place of their names. Fails with
/// kInvalidArgument where a file is not JSON, and as reading it does.
Status ReadOptionFiles(const FieldTable* options, nlohmann::json* given);

}  // namespace whylight
