// JSON that was not written by us.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/result.h"

namespace whylight {

/// Parses the whole of `bytes`. Fails with kBadModel, a message that starts
/// with `name`, when they are not JSON, a key is repeated in its object, or
/// lists and objects nest deeper than `max_depth`.
Result<nlohmann::json> ParseJson(std::string_view bytes, std::string_view name,
                                 std::size_t max_depth);

/// `text` in quotes for a message: shortened, with everything that is not
/// printable ASCII escaped.
std::string Quote(std::string_view text);

}  // namespace whylight
