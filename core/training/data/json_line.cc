#include "core/training/data/json_line.h"

#include <charconv>
#include <optional>
#include <system_error>

namespace whylight {
namespace {

using Json = nlohmann::json;

// The UTF-16 unit that an escape \uXXXX at `at` stands for, or nothing.
std::optional<unsigned> EscapedUnit(std::string_view line, std::size_t at) {
  constexpr std::size_t kLength = 6;
  if (at + kLength > line.size() || line[at] != '\\' || line[at + 1] != 'u') {
    return std::nullopt;
  }
  unsigned unit = 0;
  const char* const end = line.data() + at + kLength;
  const auto [stop, error] =
      std::from_chars(line.data() + at + 2, end, unit, 16);
  if (error != std::errc() || stop != end) return std::nullopt;
  return unit;
}

bool IsHighSurrogate(std::optional<unsigned> unit) {
  return unit && *unit >= 0xD800 && *unit < 0xDC00;
}

bool IsLowSurrogate(std::optional<unsigned> unit) {
  return unit && *unit >= 0xDC00 && *unit < 0xE000;
}

// JavaScript writes half a surrogate pair, of an emoji cut in two, as an escape
// that no UTF-8 can hold. U+FFFD takes its place: one unit for one unit, so
// offsets stay.
std::string ReplaceLoneSurrogates(std::string_view line) {
  std::string replaced(line);
  for (std::size_t i = 0; i < replaced.size(); ++i) {
    if (replaced[i] != '\\') continue;
    const auto unit = EscapedUnit(replaced, i);
    if (IsHighSurrogate(unit) && IsLowSurrogate(EscapedUnit(replaced, i + 6))) {
      i += 11;
    } else if (IsHighSurrogate(unit) || IsLowSurrogate(unit)) {
      replaced.replace(i, 6, "\\ufffd");
      i += 5;
    } else {
      ++i;  // Over the escaped character, which may be a backslash.
    }
  }
  return replaced;
}

}  // namespace

std::string Describe(const Json& value) {
  if (value.is_number() || value.is_boolean() || value.is_null()) {
    return value.dump();
  }
  if (value.is_string()) return "a string";
  return value.is_array() ? "an array" : "an object";
}

Result<Json> ParseJsonLine(std::string_view line, const Place& place) {
  Json object = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (object.is_discarded()) {
    object = Json::parse(ReplaceLoneSurrogates(line), nullptr,
                         /*allow_exceptions=*/false);
  }
  if (object.is_discarded()) {
    return place.Fail("expected a JSON object, found text that is not JSON");
  }
  if (!object.is_object()) {
    return place.Fail("expected a JSON object, found " + Describe(object));
  }
  return object;
}

}  // namespace whylight
