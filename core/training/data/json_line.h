// A line of JSON, whoever wrote it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/training/data/line_reader.h"

namespace whylight {

/// The JSON object on `line`. Half a surrogate pair, which JavaScript writes as
/// an escape when it cuts an emoji in two, becomes U+FFFD.
Result<nlohmann::json> ParseJsonLine(std::string_view line, const Place& place);

/// Describes a value in a few words: an error is no place for a whole review.
std::string Describe(const nlohmann::json& value);

}  // namespace whylight
