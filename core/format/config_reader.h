// Reads a JSON object into options: every error names the key, what was
// expected and what was found, and a key that nobody asked for is an error.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/json.h"

namespace whylight {

/// Reads one object. Fields whose key is absent keep their value. The first
/// problem is kept and returned by `Finish`; reading on after it is harmless.
class ConfigReader {
 public:
  /// `where` is the name of the object in errors, e.g. "train.json: selection".
  /// `object` must outlive the reader.
  ConfigReader(const nlohmann::json& object, std::string where)
      : object_(object), where_(std::move(where)) {
    if (!object.is_object())
      Complain("expected an object, found " + Show(object));
  }

  void Number(const char* key, double low, double high, double* field) {
    const nlohmann::json* value = Find(key);
    if (value == nullptr) return;
    if (!value->is_number() || value->get<double>() < low ||
        value->get<double>() > high) {
      Expected(key, "a number from " + Bound(low) + " to " + Bound(high),
               *value);
      return;
    }
    *field = value->get<double>();
  }

  template <typename Whole>
  void Count(const char* key, std::uint64_t low, std::uint64_t high,
             Whole* field) {
    const nlohmann::json* value = Find(key);
    if (value == nullptr) return;
    // Numbers we wrote ourselves may be signed.
    const bool whole =
        value->is_number_unsigned() ||
        (value->is_number_integer() && value->get<std::int64_t>() >= 0);
    if (!whole || value->get<std::uint64_t>() < low ||
        value->get<std::uint64_t>() > high) {
      Expected(key,
               "a whole number from " + std::to_string(low) + " to " +
                   std::to_string(high),
               *value);
      return;
    }
    *field = static_cast<Whole>(value->get<std::uint64_t>());
  }

  void Flag(const char* key, bool* field) {
    const nlohmann::json* value = Find(key);
    if (value == nullptr) return;
    if (!value->is_boolean()) {
      Expected(key, "true or false", *value);
      return;
    }
    *field = value->get<bool>();
  }

  void Text(const char* key, std::string* field) {
    const nlohmann::json* value = Find(key);
    if (value == nullptr) return;
    if (!value->is_string() || value->get_ref<const std::string&>().empty()) {
      Expected(key, "a text", *value);
      return;
    }
    *field = value->get<std::string>();
  }

  /// One of the given names; `field` gets the value beside it.
  template <typename Value>
  void Choice(const char* key,
              const std::vector<std::pair<std::string, Value>>& choices,
              Value* field) {
    const nlohmann::json* value = Find(key);
    if (value == nullptr) return;
    std::string names;
    for (const auto& [name, choice] : choices) {
      if (*value == name) {
        *field = choice;
        return;
      }
      names += (names.empty() ? "\"" : ", \"") + name + "\"";
    }
    Expected(key, "one of " + names, *value);
  }

  void Texts(const char* key, std::vector<std::string>* field) {
    const nlohmann::json* value = Find(key);
    if (value == nullptr) return;
    std::vector<std::string> texts;
    for (const nlohmann::json& text : *value) {
      if (text.is_string()) texts.push_back(text.get<std::string>());
    }
    if (!value->is_array() || texts.size() != value->size()) {
      Expected(key, "a list of texts", *value);
      return;
    }
    *field = std::move(texts);
  }

  /// The value of `key`, to be read by another reader; null if absent.
  const nlohmann::json* Find(const char* key) {
    known_.insert(key);
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(key);
    return found == object_.end() ? nullptr : &*found;
  }

  /// Takes over the error of a reader of a part.
  void Merge(const Status& part) {
    if (!part.ok() && !problem_) problem_ = part.error();
  }

  void Complain(const std::string& message) {
    if (!problem_) {
      problem_ = Error{ErrorCode::kInvalidArgument, where_ + ": " + message};
    }
  }

  /// The first error, if there is any; keys that nobody asked for count.
  Status Finish() {
    if (object_.is_object()) {
      for (const auto& [key, value] : object_.items()) {
        if (known_.contains(key)) continue;
        std::string names;
        for (const std::string& name : known_) {
          names += (names.empty() ? "" : ", ") + name;
        }
        Complain("unknown key " + Quote(key) + ", expected one of: " + names);
      }
    }
    if (problem_) return *problem_;
    return {};
  }

 private:
  static std::string Show(const nlohmann::json& value) {
    if (value.is_string()) return Quote(value.get_ref<const std::string&>());
    const std::string text = DumpJson(value);
    return text.size() > 60 ? text.substr(0, 57) + "..." : text;
  }

  static std::string Bound(double bound) {
    return nlohmann::json(bound).dump();
  }

  void Expected(const char* key, const std::string& expected,
                const nlohmann::json& found) {
    Complain("\"" + std::string(key) + "\": expected " + expected + ", found " +
             Show(found));
  }

  const nlohmann::json& object_;
  std::string where_;
  std::set<std::string> known_;
  std::optional<Error> problem_;
};

}  // namespace whylight
