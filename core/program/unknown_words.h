// Words of a command line that no verb knows, and what they were meant to be.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields.h"

namespace whylight {

/// What is wrong with the first word that was no verb where one was expected,
/// once `app` has parsed the command line or failed to; empty if there is none.
///
///   unknown verb "trian"; did you mean "train"?
std::string UnknownVerb(const CLI::App& app);

/// The same of words that the chosen verb does not take, unless it takes any.
///
///   explain: unknown option --modle; did you mean --model?
///
/// A verb that takes any has what is like an option of its own said of.
std::string UnknownArgument(const CLI::App& app);

/// `error`, if it is of a key that a config of `table` does not know, with the
/// keys that may have been meant, wherever in the config they stand:
///
///   --learning_rate: ...; did you mean --full_text.optimiser.learning_rate?
///   --text-key: ...; did you mean --data.text?
///
/// `flags` are further names of options, without their dashes.
Error SuggestKeys(Error error, const FieldTable& table,
                  const std::vector<std::string>& flags);

}  // namespace whylight
