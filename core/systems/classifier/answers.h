// What a classifier says of a text as JSON: one entry for the program and for
// JavaScript, so that both say the same in the same words.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/systems/classifier/model.h"

namespace whylight {

/// The labels in order: [{"label", "name", "grade"?}, ...].
nlohmann::ordered_json LabelsToJson(const Classifier& model);

/// The answer of ClassifyWithReasons, an object (docs/explanations.md).
/// `options` is a JSON object of which every key may be absent. Fails with
/// kInvalidArgument, naming the option, and with kTextTooLong.
Result<nlohmann::ordered_json> ClassifyToJson(const Classifier& model,
                                              std::string_view utf8,
                                              std::string_view options = "{}");

}  // namespace whylight
