// JSON that was not written by us.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/result.h"
#include "core/format/document.h"

namespace whylight {

/// Parses the whole of `bytes`. Fails with kBadModel, a message that starts
/// with `name`, when they are not JSON, a key is repeated in its object, or
/// lists and objects nest deeper than `max_depth`.
Result<nlohmann::json> ParseJson(std::string_view bytes, std::string_view name,
                                 std::size_t max_depth);

Document ToDocument(const nlohmann::json& json);
nlohmann::json ToJson(const Document& document);
/// The result of `ParseJson` as a Document.
Result<Document> ParseDocument(std::string_view bytes, std::string_view name,
                               std::size_t max_depth);

/// The same as `ParseJson` for a file that a person writes: `//` and `/* */`
/// comments are passed over, the code is kInvalidArgument, and a syntax error
/// is told as "name:line:column: expected ...".
Result<nlohmann::json> ParseConfigJson(std::string_view bytes,
                                       std::string_view name,
                                       std::size_t max_depth);

/// `json` as text; bytes that are not UTF-8 become U+FFFD. `indent` below zero:
/// on one line. (The library's own dump ends the program on such bytes.)
template <typename Json>
std::string DumpJson(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// `text` in quotes for a message: shortened, with everything that is not
/// printable ASCII escaped.
std::string Quote(std::string_view text);

}  // namespace whylight
