#include "core/format/fields.h"

#include <algorithm>
#include <set>

#include "core/format/json.h"

namespace whylight {
namespace {

using nlohmann::json;

std::string ShowFound(const json& value) {
  if (value.is_string()) return Quote(value.get_ref<const std::string&>());
  const std::string text = DumpJson(value);
  return text.size() > 60 ? text.substr(0, 57) + "..." : text;
}

std::string Bounds(const Field& field) {
  if (field.kind == FieldKind::kCount) {
    return std::to_string(static_cast<std::uint64_t>(field.range.low)) +
           " to " +
           std::to_string(static_cast<std::uint64_t>(field.range.high));
  }
  return json(field.range.low).dump() + " to " + json(field.range.high).dump();
}

bool Within(const Field& field, const json& value) {
  // A NaN is within no range.
  return value.is_number() && value.get<double>() >= field.range.low &&
         value.get<double>() <= field.range.high;
}

bool IsCount(const json& value) {
  // Numbers that we wrote ourselves may be signed.
  return value.is_number_unsigned() ||
         (value.is_number_integer() && value.get<std::int64_t>() >= 0);
}

template <typename Fits>
bool IsListOf(const json& value, Fits fits) {
  if (!value.is_array()) return false;
  for (const json& item : value) {
    if (!fits(item)) return false;
  }
  return true;
}

template <typename Fits>
bool IsMapOf(const json& value, Fits fits) {
  if (!value.is_object()) return false;
  for (const auto& [key, item] : value.items()) {
    if (!fits(item)) return false;
  }
  return true;
}

// The value that was expected where `value` does not fit; empty if it does.
std::string Mismatch(const Field& field, const json& value) {
  switch (field.kind) {
    case FieldKind::kNumber:
      if (Within(field, value)) return {};
      return "a number from " + Bounds(field);
    case FieldKind::kCount:
      if (IsCount(value) && Within(field, value)) return {};
      return "a whole number from " + Bounds(field);
    case FieldKind::kFlag:
      return value.is_boolean() ? "" : "true or false";
    case FieldKind::kText:
      if (value.is_string() && !value.get_ref<const std::string&>().empty()) {
        return {};
      }
      return "a text";
    case FieldKind::kChoice: {
      std::string names;
      for (const std::string& choice : field.choices) {
        if (value == choice) return {};
        names.append(names.empty() ? "" : ", ").append(Quote(choice));
      }
      return "one of " + names;
    }
    case FieldKind::kTexts:
      if (IsListOf(value, [](const json& one) { return one.is_string(); })) {
        return {};
      }
      return "a list of texts";
    case FieldKind::kNumbers:
      if (IsListOf(value,
                   [&](const json& one) { return Within(field, one); })) {
        return {};
      }
      return "a list of numbers from " + Bounds(field);
    case FieldKind::kTextMap:
      if (IsMapOf(value, [](const json& one) {
            return one.is_string() &&
                   !one.get_ref<const std::string&>().empty();
          })) {
        return {};
      }
      return "an object whose values are texts";
    case FieldKind::kNumberMap:
      if (IsMapOf(value, [&](const json& one) { return Within(field, one); })) {
        return {};
      }
      return "an object whose values are numbers from " + Bounds(field);
    case FieldKind::kList:
      return value.is_array() ? "" : "a list";
    case FieldKind::kPart:
    case FieldKind::kOther:
      break;
  }
  return {};
}

// "train.json: selection", and below that "train.json: selection.optimiser".
std::string Place(const std::string& where, const std::string& key) {
  const bool inside = where.find(": ") != std::string::npos;
  return where + (inside ? "." : ": ") + key;
}

}  // namespace

Error ExpectedField(const std::string& where, const std::string& key,
                    const std::string& expected, const json& found) {
  return {ErrorCode::kInvalidArgument, where + ": \"" + key + "\": expected " +
                                           expected + ", found " +
                                           ShowFound(found)};
}

std::vector<Field> FieldTable::Describe() const {
  std::vector<Field> fields;
  for (const Entry& entry : entries_) {
    if (!entry.field.old) fields.push_back(entry.field);
  }
  return fields;
}

Result<nlohmann::ordered_json> FieldTable::Renew(
    const Json& object, const std::string& where) const {
  const std::shared_ptr<void> options = make_();
  if (Status read = ReadInto(options.get(), object, where); !read.ok()) {
    return read.error();
  }
  return WriteFrom(options.get());
}

Status FieldTable::ReadInto(void* options, const Json& object,
                            const std::string& where) const {
  if (!object.is_object()) {
    return Error{ErrorCode::kInvalidArgument,
                 where + ": expected an object, found " + ShowFound(object)};
  }
  std::set<std::string> known;
  for (const Entry& entry : entries_) {
    const Field& field = entry.field;
    if (!field.old) known.insert(field.key);
    const auto value = object.find(field.key);
    if (value == object.end()) {
      if (!field.required) continue;
      return Error{ErrorCode::kInvalidArgument,
                   where + ": expected \"" + field.key + "\", found none"};
    }
    if (const std::string expected = Mismatch(field, *value);
        !expected.empty()) {
      return ExpectedField(where, field.key, expected, *value);
    }
    Status set = entry.set(options, *value, Place(where, field.key));
    if (!set.ok()) return set;
  }
  for (const auto& [key, value] : object.items()) {
    const auto is_field = [&key = key](const Entry& entry) {
      return entry.field.key == key;
    };
    if (std::any_of(entries_.begin(), entries_.end(), is_field)) continue;
    std::string names;
    for (const std::string& name : known) {
      names.append(names.empty() ? "" : ", ").append(name);
    }
    return Error{
        ErrorCode::kInvalidArgument,
        where + ": unknown key " + Quote(key) + ", expected one of: " + names};
  }
  for (const Checker& check : checks_) {
    const std::string problem = check(options);
    if (!problem.empty()) {
      return Error{ErrorCode::kInvalidArgument, where + ": " + problem};
    }
  }
  return {};
}

nlohmann::ordered_json FieldTable::WriteFrom(const void* options) const {
  OrderedJson object = OrderedJson::object();
  for (const Entry& entry : entries_) {
    if (entry.field.old) continue;
    OrderedJson value = entry.get(options);
    if (!value.is_null()) object[entry.field.key] = std::move(value);
  }
  return object;
}

}  // namespace whylight
