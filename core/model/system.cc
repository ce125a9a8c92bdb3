#include "core/model/system.h"

#include <algorithm>
#include <set>

#include "core/base/first_characters.h"
#include "core/format/json.h"
#include "core/model/model_parts.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// Options, and what is in them: spans, or layers within layers.
constexpr std::size_t kMaxDepth = 20;

// A value for a message.
std::string Shorten(const json& value) {
  if (value.is_string()) return Quote(value.get_ref<const std::string&>());
  const std::string text = DumpJson(value);
  return text.size() > 60 ? FirstCharacters(text, 57) + "..." : text;
}

void Append(std::string* list, const std::string& more) {
  list->append(list->empty() ? "" : ", ").append(more);
}

bool Fits(Inputs inputs, std::size_t count) {
  switch (inputs) {
    case Inputs::kNothing:
      return count == 0;
    case Inputs::kStart:
      return count <= 1;
    case Inputs::kText:
    case Inputs::kTree:
    case Inputs::kTensors:
    case Inputs::kFile:
      return count == 1;
    case Inputs::kTwoTexts:
    case Inputs::kQuestionAndText:
      return count == 2;
    case Inputs::kCandidates:
      return count >= 2;
    case Inputs::kDocuments:
      return count >= 1;
    case Inputs::kTextAndChoice:
      return count == 1 || count == 2;
  }
  return false;
}

std::vector<Field> OptionsOf(const Question& question) {
  if (question.options == nullptr) return {};
  return question.options->Describe();
}

std::string TextsFound(std::size_t count) {
  if (count == 0) return "none";
  return std::to_string(count) + (count == 1 ? " text" : " texts");
}

// Those of the system's questions that have an option `key`.
std::string QuestionsWith(const System& system, const std::string& key) {
  std::string names;
  for (const Question& question : system.questions) {
    for (const Field& option : OptionsOf(question)) {
      if (option.key == key) Append(&names, question.name);
    }
  }
  return names;
}

Status CheckOptions(const System& system, const Question& question,
                    const Request& request) {
  const std::string where = std::string(request.question) + ": ";
  if (!request.options.is_object()) {
    return Invalid(where + "expected an object, found " +
                   Shorten(request.options));
  }
  std::set<std::string> known;
  for (const Field& option : OptionsOf(question)) known.insert(option.key);
  for (const auto& [key, value] : request.options.items()) {
    if (known.contains(key)) continue;
    std::string names;
    for (const std::string& name : known) Append(&names, name);
    std::string message = where + "unknown key " + Quote(key) +
                          (known.empty() ? ", expected no options"
                                         : ", expected one of: " + names);
    const std::string others = QuestionsWith(system, key);
    if (!others.empty()) message += "; it is an option of " + others;
    return Invalid(std::move(message));
  }
  return {};
}

// The type of an option's value, as TypeScript calls it.
std::string JsonTypeOf(const Field& option) {
  switch (option.kind) {
    case FieldKind::kNumber:
    case FieldKind::kCount:
      return "number";
    case FieldKind::kFlag:
      return "boolean";
    case FieldKind::kText:
    case FieldKind::kChoice:
      return "string";
    case FieldKind::kTexts:
      return "string[]";
    case FieldKind::kNumbers:
      return "number[]";
    default:
      return option.type.empty() ? "object" : option.type;
  }
}

}  // namespace

std::string_view InputsName(Inputs inputs) {
  switch (inputs) {
    case Inputs::kNothing:
      return "no text";
    case Inputs::kStart:
      return "a text or none";
    case Inputs::kText:
      return "one text";
    case Inputs::kTree:
      return "a tree in brackets";
    case Inputs::kTwoTexts:
      return "two texts";
    case Inputs::kQuestionAndText:
      return "a question and a text";
    case Inputs::kCandidates:
      return "a query and its candidates";
    case Inputs::kDocuments:
      return "documents";
    case Inputs::kTensors:
      return "a safetensors file";
    case Inputs::kFile:
      return "a file";
    case Inputs::kTextAndChoice:
      return "a text, and a choice or none";
  }
  return "";
}

Result<const System*> FindSystem(Systems systems, const ModelFiles& files) {
  const Result<json> config = ParseModelConfig(files);
  if (!config.ok()) return config.error();
  const auto task = config.value().find("task");
  const bool named = task != config.value().end();
  std::string names;
  for (const System* system : systems) {
    if (named && *task == system->name) return system;
    // Nobody has a folder of such a one.
    if (!system->needs_files && systems.size() > 1) continue;
    Append(&names, Quote(system->name));
  }
  const std::string found = named ? Shorten(*task) : "none";
  return BadConfig("\"task\": expected " +
                   (systems.size() == 1 ? names : "one of " + names) +
                   ", found " + found);
}

const Question* FindQuestion(const System& system, std::string_view name) {
  for (const auto* questions : {&system.questions, &system.for_programs}) {
    for (const Question& question : *questions) {
      if (question.name == name) return &question;
      if (!question.alias.empty() && question.alias == name) return &question;
    }
  }
  return nullptr;
}

Result<const Question*> RequireQuestion(const System& system,
                                        std::string_view name) {
  if (const Question* question = FindQuestion(system, name)) return question;
  std::string names;
  for (const Question& question : system.questions) {
    Append(&names, Quote(question.name));
  }
  return Invalid("question: expected one of " + names + ", which " +
                 system.model + " answers, found " + Quote(name));
}

Result<Answer> Ask(const System& system, Model& model, const Request& request) {
  return Finished(BeginAnswer(system, model, request));
}

Begun<Answer> BeginAnswer(const System& system, Model& model,
                          const Request& request) {
  if (request.question == kQuestions) {
    return AtOnce<Answer>(Answer{{{"questions", QuestionsToJson(system)}}});
  }
  const Result<const Question*> found =
      RequireQuestion(system, request.question);
  if (!found.ok()) return found.error();
  const Question& question = *found.value();
  if (!Fits(question.inputs, request.texts.size())) {
    return Invalid(std::string(request.question) + ": expected " +
                   std::string(InputsName(question.inputs)) + ", found " +
                   TextsFound(request.texts.size()));
  }
  if (Status checked = CheckOptions(system, question, request); !checked.ok()) {
    return checked.error();
  }
  return question.begin(model, request);
}

Result<json> ParseQuestionOptions(std::string_view bytes) {
  Result<json> options = ParseJson(bytes, "options", kMaxDepth);
  if (options.ok()) return options;
  return Invalid(options.error().message);
}

Result<std::size_t> FindName(const Request& request, const char* key,
                             const std::string& name,
                             const std::vector<std::string>& names) {
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (name == names[i]) return i;
    Append(&all, Quote(names[i]));
  }
  return Invalid(std::string(request.question) + ": " + Quote(key) +
                 ": expected one of " + all + ", found " +
                 (name.empty() ? "none" : Quote(name)));
}

std::string DescribeOption(const Field& option, const ordered_json& defaults) {
  std::string text = option.help;
  if (!option.choices.empty()) {
    std::string choices;
    for (const std::string& choice : option.choices) Append(&choices, choice);
    text += " One of " + choices + ".";
  }
  const auto value = defaults.find(option.key);
  if (value != defaults.end() && option.kind != FieldKind::kFlag) {
    std::string shown;
    if (!value->is_array()) {
      shown = value->is_string() ? value->get<std::string>() : value->dump();
    }
    for (const ordered_json& item : *value) {
      if (value->is_array()) Append(&shown, item.dump());
    }
    if (!shown.empty()) text += " Default: " + shown + ".";
  }
  return text;
}

ordered_json QuestionsToJson(const System& system) {
  ordered_json questions = ordered_json::array();
  for (const Question& question : system.questions) {
    ordered_json options = ordered_json::array();
    for (const Field& option : OptionsOf(question)) {
      const ordered_json defaults = question.options->Defaults();
      ordered_json& told =
          options.emplace_back(ordered_json{{"name", option.key},
                                            {"type", JsonTypeOf(option)},
                                            {"help", option.help}});
      const auto flag = question.flags.find(option.key);
      if (flag != question.flags.end()) told["flag"] = flag->second;
      if (!option.choices.empty()) told["choices"] = option.choices;
      const auto value = defaults.find(option.key);
      if (value != defaults.end()) told["default"] = *value;
    }
    ordered_json& listed = questions.emplace_back(
        ordered_json{{"name", question.name},
                     {"summary", question.summary},
                     {"inputs", InputsName(question.inputs)}});
    if (!question.alias.empty()) listed["alias"] = question.alias;
    if (question.repeats_text) listed["repeatsText"] = true;
    listed["options"] = std::move(options);
  }
  return questions;
}

}  // namespace whylight
