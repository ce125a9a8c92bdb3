#include "wasm/bindings/json_parser.h"

#include <emscripten/val.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

namespace whylight {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;
using nlohmann::json;

// Beyond it a double no longer tells one whole number from the next.
constexpr double kLargestWhole = 9007199254740991;

json FromNumber(double number) {
  if (number != std::floor(number) || std::abs(number) > kLargestWhole) {
    return number;
  }
  if (number < 0) return static_cast<std::int64_t>(number);
  return static_cast<std::uint64_t>(number);
}

// Nothing if lists and objects are deeper in each other than `max_depth`.
std::optional<json> FromValue(const val& value, std::size_t max_depth) {
  if (value.isNull()) return json();
  if (value.isTrue() || value.isFalse()) return json(value.isTrue());
  if (value.isNumber()) return FromNumber(value.as<double>());
  if (value.isString()) return json(value.as<std::string>());
  if (max_depth == 0) return std::nullopt;

  const bool is_array = value.isArray();
  json parent = is_array ? json::array() : json::object();
  const val keys = val::global("Object").call<val>("keys", value);
  const auto count = keys["length"].as<std::size_t>();
  for (std::size_t i = 0; i < count; ++i) {
    const val key = keys[i];
    std::optional<json> child = FromValue(value[key], max_depth - 1);
    if (!child) return std::nullopt;
    if (is_array) {
      parent.push_back(std::move(*child));
    } else {
      parent[key.as<std::string>()] = std::move(*child);
    }
  }
  return parent;
}

}  // namespace

Result<json> ParseJsonInEngine(std::string_view bytes, std::string_view name,
                               std::size_t max_depth) {
  const val view(typed_memory_view(
      bytes.size(), reinterpret_cast<const unsigned char*>(bytes.data())));
  const val parsed = val::module_property("parseJson")(view)["value"];
  const auto fail = [&](const std::string& problem) {
    return Error{ErrorCode::kBadModel,
                 std::string(name) + ": expected " + problem};
  };
  if (parsed.isUndefined()) return fail("JSON");
  std::optional<json> tree = FromValue(parsed, max_depth);
  if (tree) return std::move(*tree);
  return fail("at most " + std::to_string(max_depth) +
              " lists and objects in each other, found more");
}

}  // namespace whylight
