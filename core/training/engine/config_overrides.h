// Options of a config that are given on the command line instead:
// `--optimiser.learning_rate 0.01`, `--aspects.0.rate=0.2`.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace whylight {

/// The keys that lead to a value, joined by points, and the value as it was
/// typed.
using Override = std::pair<std::string, std::string>;
using Overrides = std::vector<Override>;

/// Reads the arguments that no flag of the program took: `--key.sub value` or
/// `--key.sub=value`. A value that starts with "--" needs the second form.
Result<Overrides> ParseOverrides(const std::vector<std::string>& extras);

/// Sets each value in `config`. Numbers in a key count the items of a list,
/// from 0, which must be there; objects are made where they are missing. A
/// value is JSON if it can be read as such, and text otherwise; what is a text
/// in `config` stays one, with or without quotes, so that a file may be called
/// 5.
Status ApplyOverrides(nlohmann::json* config, const Overrides& overrides);

/// Calls `read` with a copy of `config` that has the overrides. An error
/// that would not be made without one of them starts with its flag: who typed
/// `--optimiser.lr` may not know the file that it came into.
Status ReadWithOverrides(
    const nlohmann::json& config, const Overrides& overrides,
    const std::function<Status(const nlohmann::json&)>& read);

}  // namespace whylight
