#include "core/training/engine/config_overrides.h"

#include <charconv>
#include <optional>
#include <string_view>

#include "core/format/json.h"

namespace whylight {

using nlohmann::json;

namespace {

constexpr std::size_t kMaxDepth = 8;

std::vector<std::string> SplitKey(std::string_view key) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t point = key.find('.');
    parts.emplace_back(key.substr(0, point));
    if (point == std::string_view::npos) return parts;
    key.remove_prefix(point + 1);
  }
}

std::optional<std::size_t> ParseIndex(const std::string& text) {
  std::size_t index = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, index);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return index;
}

std::string Show(const json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  return DumpJson(value);
}

// The value that `part` leads to from `parent`; missing members are made.
Result<json*> Member(json* parent, const std::string& part) {
  if (parent->is_null()) *parent = json::object();
  if (parent->is_object()) return &(*parent)[part];
  if (!parent->is_array()) {
    return Invalid("expected an object or a list that holds " + Quote(part) +
                   ", found " + Show(*parent));
  }
  const std::optional<std::size_t> index = ParseIndex(part);
  if (index && *index < parent->size()) return &(*parent)[*index];
  return Invalid("expected one of the " + std::to_string(parent->size()) +
                 " items of the list, counted from 0, found " + Quote(part));
}

// The typed text as a value of the type that stands there.
json ReadValue(const std::string& typed, const json& before) {
  Result<json> value = ParseJson(typed, "", kMaxDepth);
  const bool is_text =
      !value.ok() || (before.is_string() && !value.value().is_string());
  return is_text ? json(typed) : std::move(value).value();
}

Status ApplyOverride(json* config, const Override& one) {
  const auto& [key, typed] = one;
  json* value = config;
  for (const std::string& part : SplitKey(key)) {
    const Result<json*> member = Member(value, part);
    if (!member.ok()) {
      return Invalid("--" + key + ": " + member.error().message);
    }
    value = member.value();
  }
  *value = ReadValue(typed, *value);
  return {};
}

}  // namespace

Result<Overrides> ParseOverrides(const std::vector<std::string>& extras) {
  Overrides overrides;
  for (std::size_t i = 0; i < extras.size(); ++i) {
    const std::string& extra = extras[i];
    if (!extra.starts_with("--")) {
      return Invalid("expected --KEY VALUE, found " + Quote(extra));
    }
    const std::size_t equals = extra.find('=');
    const bool with_value = equals != std::string::npos;
    const std::string flag = extra.substr(0, equals);
    const std::string key = flag.substr(2);
    for (const std::string& part : SplitKey(key)) {
      if (part.empty()) {
        return Invalid(flag + ": expected keys joined by points, found " +
                       Quote(key));
      }
    }
    for (const Override& earlier : overrides) {
      if (earlier.first == key) {
        return Invalid(flag + ": expected once, found again");
      }
    }
    if (with_value) {
      overrides.emplace_back(key, extra.substr(equals + 1));
    } else if (i + 1 < extras.size() && !extras[i + 1].starts_with("--")) {
      overrides.emplace_back(key, extras[++i]);
    } else {
      return Invalid(flag + ": expected a value, found " +
                     (i + 1 < extras.size() ? extras[i + 1] : "none"));
    }
  }
  return overrides;
}

Status ApplyOverrides(json* config, const Overrides& overrides) {
  for (const Override& one : overrides) {
    if (Status applied = ApplyOverride(config, one); !applied.ok()) {
      return applied;
    }
  }
  return {};
}

Status ReadWithOverrides(const json& config, const Overrides& overrides,
                         const std::function<Status(const json&)>& read) {
  json changed = config;
  if (Status applied = ApplyOverrides(&changed, overrides); !applied.ok()) {
    return applied;  // Names the flag already.
  }
  const Status status = read(changed);
  if (status.ok()) return {};
  const Error& first = status.error();
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    Overrides others = overrides;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    json without = config;
    if (!ApplyOverrides(&without, others).ok()) continue;
    const Status other = read(without);
    if (other.ok() || other.error().message != first.message) {
      return Error{first.code,
                   "--" + overrides[i].first + ": " + first.message};
    }
  }
  return first;
}

}  // namespace whylight
