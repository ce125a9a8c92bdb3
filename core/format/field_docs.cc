#include "core/format/field_docs.h"

#include <algorithm>
#include <cctype>
#include <functional>

#include "core/format/json.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// 0.5 and 20 as people write them.
std::string Plain(double number) {
  std::string text = nlohmann::json(number).dump();
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string Join(const std::vector<std::string>& texts,
                 const std::string& between, const std::string& quote) {
  std::string joined;
  for (const std::string& text : texts) {
    joined += (joined.empty() ? "" : between) + quote + text + quote;
  }
  return joined;
}

// "0 to 1", or "at least 0" where only the numbers that a double holds exactly
// end the range.
std::string RangeOf(const Field& field) {
  constexpr double kLargestWhole = 9007199254740992;
  if (field.kind == FieldKind::kCount && field.range.high >= kLargestWhole) {
    return "at least " + Plain(field.range.low);
  }
  return Plain(field.range.low) + " to " + Plain(field.range.high);
}

// The values that a field takes, in a few words.
std::string Values(const Field& field) {
  const std::string range = RangeOf(field);
  switch (field.kind) {
    case FieldKind::kNumber:
    case FieldKind::kCount:
      return range;
    case FieldKind::kFlag:
      return "true, false";
    case FieldKind::kText:
      return "text";
    case FieldKind::kChoice:
      return Join(field.choices, ", ", "`");
    case FieldKind::kTexts:
      return "list of texts";
    case FieldKind::kNumbers:
      return "list of numbers, " + range;
    case FieldKind::kTextMap:
      return "object of texts";
    case FieldKind::kNumberMap:
      return "object of numbers, " + range;
    case FieldKind::kPart:
      return "object";
    case FieldKind::kList:
      return "list";
    case FieldKind::kOther:
      break;
  }
  if (field.type.starts_with("options of ")) return field.type;
  return field.type.ends_with("[]") ? "list" : "see below";
}

// A list as JSON; of a long one, how it starts.
std::string ListToText(const ordered_json& list) {
  constexpr std::size_t kMost = 8;
  constexpr std::size_t kShown = 3;
  if (list.size() <= kMost) return DumpJson(list);
  std::string text;
  for (std::size_t i = 0; i < kShown; ++i) text += DumpJson(list[i]) + ",";
  return "[" + text + "… " + std::to_string(list.size() - kShown) + " more]";
}

std::string Default(const Field& field, const ordered_json& defaults) {
  if (field.required) return "required";
  if (field.kind == FieldKind::kPart || !defaults.is_object()) return {};
  const auto value = defaults.find(field.key);
  if (value == defaults.end()) return {};
  if (value->is_number_float()) return Plain(value->get<double>());
  if (value->is_object() && field.part != nullptr) return {};
  return value->is_array() ? ListToText(*value) : DumpJson(*value);
}

// The values of `defaults` that are other than those the fields of `table` have
// themselves: "`epochs` 8, `optimiser.learning_rate` 0.002".
std::string Differences(const FieldTable& table, const ordered_json& defaults) {
  const ordered_json own = table.Defaults().flatten();
  const ordered_json all = defaults.flatten();
  std::string text;
  for (const auto& [path, value] : all.items()) {
    if (!own.contains(path) || own[path] == value) continue;
    std::string key = path.substr(1);
    std::replace(key.begin(), key.end(), '/', '.');
    text += (text.empty() ? "`" : ", `") + key + "` " +
            (value.is_number_float() ? Plain(value.get<double>())
                                     : DumpJson(value));
  }
  return text;
}

// Calls `visit` with each field, its whole key and its default. Fields of a
// table that has a name are one, of the type "options of NAME".
void Visit(const FieldTable& table, const std::string& before,
           const ordered_json& defaults,
           const std::function<void(const Field&, const std::string&,
                                    const std::string&)>& visit) {
  const auto visit_named = [&](const Field& field, const FieldTable& part,
                               const std::string& key,
                               const ordered_json& values) {
    Field named = field;
    named.kind = FieldKind::kOther;
    named.type = "options of " + part.name();
    visit(named, key, Differences(part, values));
  };
  const FieldTable* included = nullptr;
  for (const Field& field : table.Describe()) {
    const bool is_object = defaults.is_object() &&
                           defaults.contains(field.key) &&
                           defaults[field.key].is_object();
    if (field.included != nullptr) {
      if (field.included == included) continue;
      included = field.included;
      Field all = field;
      all.help = included->summary();
      all.when.clear();
      visit_named(all, *included, before + "*", defaults);
      continue;
    }
    if (field.part != nullptr && !field.part->name().empty()) {
      visit_named(field, *field.part, before + field.key,
                  is_object ? defaults[field.key] : ordered_json::object());
      continue;
    }
    visit(field, before + field.key, Default(field, defaults));
    if (field.part == nullptr) continue;
    const bool list =
        field.kind == FieldKind::kList || field.type.ends_with("[]");
    Visit(*field.part, before + field.key + (list ? "[]." : "."),
          !list && is_object ? defaults[field.key] : field.part->Defaults(),
          visit);
  }
}

// A sentence within a table or behind other words.
std::string Meaning(const Field& field) {
  std::string text = field.help;
  if (!field.when.empty()) text += " Only if " + field.when + ".";
  return text;
}

std::string EscapePipes(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// "shown_rate" of "AspectConfig" -> "AspectConfigShownRate".
std::string CamelCase(const std::string& name, const std::string& key) {
  std::string camel = name;
  bool start = true;
  for (const char c : key) {
    if (c == '_') {
      start = true;
    } else {
      camel +=
          start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c)))
                : c;
      start = false;
    }
  }
  return camel;
}

std::string Type(const std::string& name, const Field& field) {
  switch (field.kind) {
    case FieldKind::kNumber:
    case FieldKind::kCount:
      return "number";
    case FieldKind::kFlag:
      return "boolean";
    case FieldKind::kText:
      return "string";
    case FieldKind::kChoice:
      return Join(field.choices, " | ", "'");
    case FieldKind::kTexts:
      return "readonly string[]";
    case FieldKind::kNumbers:
      return "readonly number[]";
    case FieldKind::kTextMap:
      return "Readonly<Record<string, string>>";
    case FieldKind::kNumberMap:
      return "Readonly<Record<string, number>>";
    case FieldKind::kPart:
      return CamelCase(name, field.key);
    case FieldKind::kList:
      return "readonly " + CamelCase(name, field.key) + "[]";
    case FieldKind::kOther:
      break;
  }
  return field.type;
}

}  // namespace

std::string FieldsToMarkdown(const FieldTable& table) {
  std::string text =
      "| option | values | default | meaning |\n"
      "| --- | --- | --- | --- |\n";
  Visit(table, "", table.Defaults(),
        [&](const Field& field, const std::string& key,
            const std::string& value) {
          const bool code =
              !value.empty() && value != "required" && !value.starts_with('`');
          const std::string tick = code ? "`" : "";
          text += "| `" + key + "` | " + EscapePipes(Values(field)) + " | " +
                  EscapePipes(tick + value + tick) + " | " +
                  EscapePipes(Meaning(field)) + " |\n";
        });
  return text;
}

std::string FieldsToHelp(const FieldTable& table) {
  std::string text;
  Visit(table, "", table.Defaults(),
        [&](const Field& field, const std::string& key,
            const std::string& value) {
          if (field.part != nullptr && field.kind != FieldKind::kOther) return;
          text += "  --" + key + "  (" + Values(field);
          if (!value.empty()) {
            text += value == "required" ? "; required" : "; default " + value;
          }
          text += ")\n      " + Meaning(field) + "\n";
        });
  return text;
}

std::string FieldsToTypeScript(const std::string& name,
                               const FieldTable& table) {
  std::string parts;
  std::string text =
      "/** " + table.summary() + " */\nexport interface " + name + " {\n";
  const ordered_json defaults = table.Defaults();
  for (const Field& field : table.Describe()) {
    const bool own =
        field.kind == FieldKind::kPart || field.kind == FieldKind::kList;
    if (own) {
      parts +=
          FieldsToTypeScript(CamelCase(name, field.key), *field.part) + "\n";
    }
    const std::string value = Default(field, defaults);
    std::string comment = Meaning(field);
    if (!value.empty() && value != "required" && field.part == nullptr) {
      comment += " Default `" + value + "`.";
    }
    text += "  /** " + comment + " */\n  " + field.key +
            (field.required ? ": " : "?: ") + Type(name, field) +
            (field.required ? "" : " | undefined") + ";\n";
  }
  return parts + text + "}\n";
}

}  // namespace whylight
