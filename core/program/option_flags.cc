#include "core/program/option_flags.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/model/system.h"
#include "core/program/checked_flags.h"
#include "core/training/data/json_line.h"
#include "core/training/data/line_reader.h"

namespace whylight {
namespace {

using nlohmann::json;

// Of an option in a file: enough for layers within layers.
constexpr std::size_t kMaxDepth = 16;

std::vector<Field> FieldsOf(const SystemOptions& system) {
  if (system.options == nullptr) return {};
  return system.options->Describe();
}

bool HasOption(const SystemOptions& system, const std::string& key) {
  const std::vector<Field> options = FieldsOf(system);
  return std::any_of(options.begin(), options.end(),
                     [&](const Field& option) { return option.key == key; });
}

std::string FlagOf(const SystemOptions& system, const std::string& key) {
  const auto named = system.flags.find(key);
  if (named != system.flags.end()) return "--" + named->second;
  std::string flag = "--";
  for (const char c : key) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isupper(byte) != 0) flag += '-';
    flag += c == '_' ? '-' : static_cast<char>(std::tolower(byte));
  }
  return flag;
}

// The models that have the option: "a classifier or a language model", say.
std::string ModelsWith(const std::vector<SystemOptions>& systems,
                       const std::string& key) {
  std::string models;
  for (const SystemOptions& system : systems) {
    if (!HasOption(system, key)) continue;
    models.append(models.empty() ? "" : " or ").append(system.model);
  }
  return models;
}

// Spans as START-END, e.g. 10-14.
json ParseSpan(const std::string& flag, const std::string& span) {
  const std::size_t dash = span.find('-');
  if (dash == std::string::npos) {
    throw CLI::ValidationError(flag, "expected START-END, found " + span);
  }
  return {{"start", ReadCount(flag, span.substr(0, dash), {})},
          {"end", ReadCount(flag, span.substr(dash + 1), {})}};
}

// An option whose value goes to its key as it is.
template <typename Value>
CLI::Option* AddValue(CLI::App* verb, const std::string& flag,
                      const std::string& key, const std::string& help,
                      json* options) {
  return verb->add_option_function<Value>(
      flag, [key, options](const Value& value) { (*options)[key] = value; },
      help);
}

void AddNumbers(CLI::App* verb, const std::string& flag, const std::string& key,
                const std::string& help, json* options) {
  verb->add_option_function<std::vector<std::string>>(
          flag,
          [flag, key, options](const std::vector<std::string>& numbers) {
            for (const std::string& number : numbers) {
              (*options)[key].push_back(ReadNumber(flag, number, {}));
            }
          },
          help + " Any number of times.")
      ->type_name("FLOAT")
      ->allow_extra_args(false);
}

void AddSpans(CLI::App* verb, const std::string& flag, const std::string& key,
              const std::string& help, json* options) {
  verb->add_option_function<std::vector<std::string>>(
          flag,
          [flag, key, options](const std::vector<std::string>& spans) {
            for (const std::string& span : spans) {
              (*options)[key].push_back(ParseSpan(flag, span));
            }
          },
          help + " As START-END, any number of times.")
      ->allow_extra_args(false);
}

// What a plain value cannot say is JSON in a file; only spans are short enough
// for a flag.
bool IsInFile(const Field& option) {
  switch (option.kind) {
    case FieldKind::kTextMap:
    case FieldKind::kNumberMap:
    case FieldKind::kPart:
    case FieldKind::kList:
      return true;
    case FieldKind::kOther:
      return option.type != "readonly Span[]";
    default:
      return false;
  }
}

// Whether it is a list, of which a file may have one a line.
bool IsList(const Field& option) {
  return option.kind == FieldKind::kList ||
         (option.kind == FieldKind::kOther &&
          option.type.starts_with("readonly "));
}

bool IsJsonLines(const std::string& name) {
  return name.ends_with(".jsonl") || name.ends_with(".jsonl.gz");
}

// The objects of JSON lines, as a list.
Result<json> ReadJsonLines(const std::string& name) {
  Result<LineReader> reader = LineReader::Open(name);
  if (!reader.ok()) return reader.error();
  json list = json::array();
  while (true) {
    const auto line = reader.value().Next();
    if (!line.ok()) return line.error();
    if (!line.value()) return list;
    if (IsBlank(*line.value())) continue;
    Result<json> object = ParseJsonLine(*line.value(), reader.value().place());
    if (!object.ok()) return object.error();
    list.push_back(std::move(object).value());
  }
}

Result<json> ReadJson(const std::string& name) {
  const Result<std::string> bytes = ReadFile(name);
  if (!bytes.ok()) return bytes.error();
  Result<json> value = ParseJson(bytes.value(), name, kMaxDepth);
  if (value.ok()) return value;
  return Error{ErrorCode::kInvalidArgument, value.error().message};
}

void AddOption(CLI::App* verb, const std::string& flag, const Field& option,
               const std::string& help, json* options) {
  const std::string& key = option.key;
  if (IsInFile(option)) {
    const char* const as =
        IsList(option) ? " As a JSON file or JSON lines." : " As a JSON file.";
    AddValue<std::string>(verb, flag, key, help + as, options)
        ->required(option.required);
    return;
  }
  switch (option.kind) {
    case FieldKind::kCount:
      AddCountTo(verb, flag, {}, help, [key, options](std::uint64_t count) {
        (*options)[key] = count;
      });
      return;
    case FieldKind::kNumber:
      AddNumberTo(verb, flag, {}, help,
                  [key, options](double number) { (*options)[key] = number; });
      return;
    case FieldKind::kText:
    case FieldKind::kChoice:
      AddValue<std::string>(verb, flag, key, help, options);
      return;
    case FieldKind::kNumbers:
      AddNumbers(verb, flag, key, help, options);
      return;
    case FieldKind::kTexts:
      AddValue<std::vector<std::string>>(
          verb, flag, key, help + " Any number of times.", options)
          ->allow_extra_args(false);
      return;
    case FieldKind::kFlag:
      verb->add_flag_callback(
          flag, [key, options] { (*options)[key] = true; }, help);
      return;
    case FieldKind::kOther:
      AddSpans(verb, flag, key, help, options);
      return;
    default:
      return;
  }
}

}  // namespace

void AddOptionFlags(CLI::App* verb, const std::vector<SystemOptions>& systems,
                    json* given) {
  std::set<std::string> added;
  for (const SystemOptions& system : systems) {
    for (const Field& option : FieldsOf(system)) {
      if (!added.insert(option.key).second) continue;
      const bool all = std::all_of(systems.begin(), systems.end(),
                                   [&](const SystemOptions& other) {
                                     return HasOption(other, option.key);
                                   });
      const std::string help =
          DescribeOption(option, system.options->Defaults());
      std::string flag = FlagOf(system, option.key);
      // As configs spell it.
      if (option.key.find('_') != std::string::npos) flag += ",--" + option.key;
      AddOption(
          verb, flag, option,
          all ? help : "For " + ModelsWith(systems, option.key) + ": " + help,
          given);
    }
  }
}

Status CheckOptionFlags(const std::vector<SystemOptions>& systems,
                        const SystemOptions& own, const json& given) {
  for (const auto& [key, value] : given.items()) {
    if (HasOption(own, key)) continue;
    std::string flag;
    for (const SystemOptions& system : systems) {
      if (HasOption(system, key)) flag = FlagOf(system, key);
    }
    return Error{ErrorCode::kInvalidArgument, flag + ": expected " +
                                                  ModelsWith(systems, key) +
                                                  ", found " + own.model};
  }
  return {};
}

Error NameFlag(const SystemOptions& system, Error error) {
  if (error.code != ErrorCode::kInvalidArgument) return error;
  for (const Field& option : FieldsOf(system)) {
    const std::string key = Quote(option.key);
    const std::size_t at = error.message.find(key + ": ");
    if (at == std::string::npos) continue;
    // Of an element of a list it is a member of the same name.
    if (error.message.substr(0, at).ends_with("]: ")) continue;
    error.message.replace(at, key.size(), FlagOf(system, option.key));
    break;
  }
  return error;
}

Status ReadOptionFiles(const FieldTable* options, json* given) {
  if (options == nullptr) return {};
  for (const Field& option : options->Describe()) {
    const auto path = given->find(option.key);
    if (!IsInFile(option) || path == given->end()) continue;
    const auto name = path->get<std::string>();
    Result<json> value = IsList(option) && IsJsonLines(name)
                             ? ReadJsonLines(name)
                             : ReadJson(name);
    if (!value.ok()) return value.error();
    *path = std::move(value).value();
  }
  return {};
}

}  // namespace whylight
