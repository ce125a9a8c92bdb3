#include "core/format/fields.h"

#include <algorithm>
#include <set>

#include "core/base/first_characters.h"
#include "core/format/json.h"

namespace whylight {
namespace {

using nlohmann::json;

std::string ShowFound(const json& value) {
  if (value.is_string()) return Quote(value.get_ref<const std::string&>());
  const std::string text = DumpJson(value);
  return text.size() > 60 ? FirstCharacters(text, 57) + "..." : text;
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

void FieldTable::Add(std::string key, FieldKind kind, std::string help,
                     Range range, Setter set, Getter get) {
  Field field{std::move(key), kind, std::move(help), range};
  entries_.push_back({std::move(field), std::move(set), std::move(get)});
}

void FieldTable::AddText(std::string key, Offset offset, std::string help) {
  Add(std::move(key), FieldKind::kText, std::move(help), {},
      Assign<std::string, std::string>(offset), [offset](const void* options) {
        const auto& text =
            *static_cast<const std::string*>(At(options, offset));
        return text.empty() ? OrderedJson() : OrderedJson(text);
      });
}

void FieldTable::AddFixed(std::string key, std::string value,
                          std::string help) {
  Add(
      std::move(key), FieldKind::kChoice, std::move(help), {},
      [](void*, const Json&, const std::string&) { return Status(); },
      [value](const void*) { return OrderedJson(value); });
  Field& field = entries_.back().field;
  field.choices = {std::move(value)};
  field.required = true;
}

void FieldTable::AddChoice(std::string key, Offset offset, Choices choices,
                           std::string help) {
  std::vector<std::string> names;
  for (const auto& [name, value] : choices.names) names.push_back(name);
  Add(
      std::move(key), FieldKind::kChoice, std::move(help), {},
      [offset, choices](void* options, const Json& found,
                        const std::string&) -> Status {
        for (const auto& [name, value] : choices.names) {
          if (found == name) choices.put(At(options, offset), value);
        }
        return {};
      },
      [offset, choices](const void* options) {
        const auto value = choices.take(At(options, offset));
        return value ? OrderedJson(NameOf(choices.names, *value))
                     : OrderedJson();
      });
  entries_.back().field.choices = std::move(names);
}

void FieldTable::AddPart(std::string key, Offset offset, const FieldTable& part,
                         std::string help) {
  Add(
      std::move(key), FieldKind::kPart,
      help.empty() ? part.summary() : std::move(help), {},
      [offset, &part](void* options, const Json& value,
                      const std::string& where) {
        return part.ReadInto(At(options, offset), value, where);
      },
      [offset, &part](const void* options) {
        return part.WriteFrom(At(options, offset));
      });
  entries_.back().field.part = &part;
}

void FieldTable::AddList(std::string key, Offset offset, const FieldTable& part,
                         Items items, std::string help) {
  Add(
      std::move(key), FieldKind::kList,
      help.empty() ? part.summary() : std::move(help), {},
      [offset, items, &part](void* options, const Json& values,
                             const std::string& where) -> Status {
        void* list = At(options, offset);
        items.clear(list);
        for (std::size_t i = 0; i < values.size(); ++i) {
          Status read = part.ReadInto(items.append(list), values[i],
                                      where + "[" + std::to_string(i) + "]");
          if (!read.ok()) return read;
        }
        return {};
      },
      [offset, items, &part](const void* options) {
        const void* list = At(options, offset);
        OrderedJson values = OrderedJson::array();
        for (std::size_t i = 0; i < items.size(list); ++i) {
          values.push_back(part.WriteFrom(items.item(list, i)));
        }
        return values;
      });
  entries_.back().field.part = &part;
}

void FieldTable::AddOther(std::string key, std::string type, Setter set,
                          Getter get, std::string help) {
  Add(std::move(key), FieldKind::kOther, std::move(help), {}, std::move(set),
      std::move(get));
  entries_.back().field.type = std::move(type);
}

void FieldTable::IncludeAt(Offset offset, const FieldTable& part) {
  for (const Entry& entry : part.entries_) {
    Field field = entry.field;
    if (!part.name().empty()) field.included = &part;
    entries_.push_back(
        {std::move(field),
         [offset, set = entry.set](void* options, const Json& value,
                                   const std::string& where) {
           return set(At(options, offset), value, where);
         },
         [offset, get = entry.get](const void* options) {
           return get(At(options, offset));
         }});
  }
  for (const Checker& check : part.checks_) {
    checks_.push_back([offset, check](const void* options) {
      return check(At(options, offset));
    });
  }
}

void FieldTable::WriteIf(std::function<bool(const void* options)> holds) {
  Getter& get = entries_.back().get;
  get = [holds = std::move(holds), all = std::move(get)](const void* options) {
    return holds(options) ? all(options) : OrderedJson();
  };
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
  const std::shared_ptr<void> options = copy_(start_.get());
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
