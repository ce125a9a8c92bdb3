// A verb for every question of every system: `whylight explain`, `classify`,
// `ngrams` and so on (docs/guides/explanations.md).
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/model/system.h"
#include "core/program/data_flags.h"
#include "core/program/line_writer.h"
#include "core/program/load_model.h"
#include "core/program/question_inputs.h"
#include "core/program/verbs.h"
#include "core/systems/registry.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

struct AskFlags {
  std::string question;
  std::string model;
  std::optional<std::string> text;
  std::optional<std::string> other;
  std::string input;
  std::string output;
  bool json = false;
  nlohmann::json options = nlohmann::json::object();
  DataOptions reading;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

// The key of an option as a flag: "leaveOneOut" is --leave-one-out.
std::string FlagOf(const Option& option) {
  if (!option.flag.empty()) return "--" + option.flag;
  std::string flag = "--";
  for (const char c : option.key) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0) flag += '-';
    flag += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return flag;
}

// A question that goes by the name of a verb, and the system it is of.
struct Meaning {
  const System* system;
  const Question* question;
};

using Meanings = std::vector<Meaning>;

bool HasOption(const Question& question, const std::string& key) {
  return std::any_of(question.options.begin(), question.options.end(),
                     [&](const Option& option) { return option.key == key; });
}

// The models among `meanings` whose question has the option, "a classifier or
// a language model", say.
std::string ModelsWith(const Meanings& meanings, const std::string& key) {
  std::string models;
  for (const auto& [system, question] : meanings) {
    if (!HasOption(*question, key)) continue;
    models.append(models.empty() ? "" : " or ").append(system->model);
  }
  return models;
}

// Fails where an option was given that only models of other systems have.
Status CheckFlags(const AskFlags& flags, const Meanings& meanings,
                  const Meaning& meant) {
  for (const auto& [key, value] : flags.options.items()) {
    if (HasOption(*meant.question, key)) continue;
    std::string flag;
    for (const auto& [system, question] : meanings) {
      for (const Option& option : question->options) {
        if (option.key == key) flag = FlagOf(option);
      }
    }
    return Error{ErrorCode::kInvalidArgument,
                 flag + ": expected " + ModelsWith(meanings, key) + ", found " +
                     meant.system->model};
  }
  return {};
}

// Asks one question of many texts side by side, and writes the answers in
// order.
class Asker {
 public:
  /// One model for each thread.
  Asker(const AskFlags& flags, const System& system, const Question& question,
        std::vector<std::unique_ptr<Model>> models, LineWriter& writer)
      : flags_(flags),
        system_(system),
        question_(question),
        models_(std::move(models)),
        writer_(writer),
        pool_(static_cast<int>(models_.size())) {}

  Status AnswerOne() {
    std::vector<std::string> texts;
    if (flags_.text) texts.push_back(*flags_.text);
    if (flags_.other) texts.push_back(*flags_.other);
    const Result<ordered_json> answer =
        Answer(*models_.front(), texts, question_.repeats_text);
    if (!answer.ok()) return answer.error();
    const bool show = question_.show != nullptr && !flags_.json;
    if (Status written = writer_.Write(show ? question_.show(answer.value())
                                            : DumpJson(answer.value()));
        !written.ok()) {
      return written;
    }
    return writer_.Finish();
  }

  Status AnswerFile() {
    // Pieces keep memory low while all threads have work.
    constexpr std::size_t kPiece = 256;
    std::vector<QuestionTexts> piece;
    Status read =
        VisitQuestionTexts(flags_.input, question_.inputs, flags_.reading,
                           [&](QuestionTexts texts) -> Status {
                             piece.push_back(std::move(texts));
                             if (piece.size() < kPiece) return {};
                             Status answered = AnswerPiece(piece);
                             piece.clear();
                             return answered;
                           });
    if (!read.ok()) return read;
    if (Status answered = AnswerPiece(piece); !answered.ok()) return answered;
    return writer_.Finish();
  }

 private:
  Result<ordered_json> Answer(Model& model,
                              const std::vector<std::string>& texts,
                              bool repeat) const {
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    Result<whylight::Answer> answer =
        Ask(system_, model, {flags_.question, views, flags_.options});
    if (!answer.ok()) return answer.error();
    ordered_json& said = answer.value().json;
    if (!repeat) return std::move(said);
    ordered_json line = TextsToJson(question_.inputs, texts);
    for (auto& [key, value] : said.items()) line[key] = std::move(value);
    return line;
  }

  Status AnswerPiece(const std::vector<QuestionTexts>& piece) {
    std::vector<Result<std::string>> lines(piece.size(), std::string());
    pool_.ParallelFor(models_.size(), [&](std::size_t share) {
      for (std::size_t i = share; i < piece.size(); i += models_.size()) {
        const Result<ordered_json> answer =
            Answer(*models_[share], piece[i].texts, /*repeat=*/true);
        if (answer.ok()) {
          lines[i] = DumpJson(answer.value());
        } else {
          lines[i] = Error{answer.error().code,
                           fmt::format("{}:{}: {}", flags_.input, piece[i].line,
                                       answer.error().message)};
        }
      }
    });
    for (const Result<std::string>& line : lines) {
      if (!line.ok()) return line.error();
      if (Status written = writer_.Write(line.value()); !written.ok()) {
        return written;
      }
    }
    return {};
  }

  const AskFlags& flags_;
  const System& system_;
  const Question& question_;
  std::vector<std::unique_ptr<Model>> models_;
  LineWriter& writer_;
  ThreadPool pool_;
};

Status RunAsk(const AskFlags& flags, const Meanings& meanings) {
  Result<LoadedModel> loaded = LoadModel(flags.model);
  if (!loaded.ok()) return loaded.error();
  const System& system = *loaded.value().system;
  const Result<const Question*> question =
      RequireQuestion(system, flags.question);
  if (!question.ok()) return question.error();
  if (Status checked = CheckFlags(flags, meanings, {&system, question.value()});
      !checked.ok()) {
    return checked;
  }
  const bool one = flags.input.empty();
  std::vector<std::unique_ptr<Model>> models;
  models.push_back(std::move(loaded.value().model));
  for (int i = 1; i < flags.threads && !one; ++i) {
    Result<std::unique_ptr<Model>> another = models.front()->ForAnotherThread();
    if (!another.ok()) return another.error();
    models.push_back(std::move(another).value());
  }
  Result<LineWriter> writer = LineWriter::Open(flags.output);
  if (!writer.ok()) return writer.error();
  Asker asker(flags, system, *question.value(), std::move(models),
              writer.value());
  return one ? asker.AnswerOne() : asker.AnswerFile();
}

// Spans as START-END, e.g. 10-14.
json ParseSpan(const std::string& flag, const std::string& span) {
  const std::size_t dash = span.find('-');
  const auto number = [&](const std::string& text) {
    if (text.empty() || text.size() > 9 ||
        text.find_first_not_of("0123456789") != std::string::npos) {
      throw CLI::ValidationError(flag, "expected START-END, found " + span);
    }
    return static_cast<std::uint32_t>(std::stoul(text));
  };
  if (dash == std::string::npos) number("");
  return {{"start", number(span.substr(0, dash))},
          {"end", number(span.substr(dash + 1))}};
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

void AddOption(CLI::App* verb, const Option& option, const std::string& help,
               json* options) {
  const std::string flag = FlagOf(option);
  switch (option.kind) {
    case Option::Kind::kCount:
      AddValue<std::uint64_t>(verb, flag, option.key, help, options);
      return;
    case Option::Kind::kNumber:
      AddValue<double>(verb, flag, option.key, help, options);
      return;
    case Option::Kind::kName:
      AddValue<std::string>(verb, flag, option.key, help, options);
      return;
    case Option::Kind::kNumbers:
      AddValue<std::vector<double>>(verb, flag, option.key, help, options)
          ->allow_extra_args(false);
      return;
    case Option::Kind::kFlag:
      verb->add_flag_callback(
          flag, [key = option.key, options] { (*options)[key] = true; }, help);
      return;
    case Option::Kind::kSpans:
      verb->add_option_function<std::vector<std::string>>(
              flag,
              [flag, key = option.key,
               options](const std::vector<std::string>& spans) {
                for (const std::string& span : spans) {
                  (*options)[key].push_back(ParseSpan(flag, span));
                }
              },
              help)
          ->allow_extra_args(false);
      return;
  }
}

// Where the texts of a question come from.
void AddInputs(CLI::App* verb, Inputs inputs, AskFlags* flags) {
  const bool start = inputs == Inputs::kStart;
  auto* source = verb->add_option_group("Text");
  CLI::Option* text = source->add_option(
      start ? "--text,--prompt" : "--text", flags->text,
      start ? "How the text starts: words separated by spaces"
            : "The text itself");
  source->add_option(
      "--input", flags->input,
      inputs == Inputs::kTwoTexts
          ? "Pairs in any format of docs/guides/data.md, as \"text\" "
            "and \"other\"; - for JSON lines from standard input"
          : "Texts in any format of docs/guides/data.md; - for JSON "
            "lines from standard input");
  source->require_option(start ? 0 : 1, 1);
  if (inputs == Inputs::kTwoTexts) {
    text->needs(
        verb->add_option("--other", flags->other, "The text to compare with")
            ->needs(text));
  }
  AddDataFlags(verb, &flags->reading, /*labels=*/false);
}

void AddVerb(CLI::App& app, Command& command, const std::string& name,
             const Meanings& meanings) {
  auto flags = std::make_shared<AskFlags>();
  flags->question = name;
  std::string description;
  for (const auto& [system, question] : meanings) {
    description.append(
        description.empty()
            ? question->summary
            : fmt::format("; of {}: {}", system->model, question->summary));
  }
  CLI::App* verb = app.add_subcommand(name, description);
  verb->add_option("--model", flags->model, "Folder of the model")->required();
  AddInputs(verb, meanings.front().question->inputs, flags.get());
  std::map<std::string, bool> added;
  for (const auto& [system, question] : meanings) {
    for (const Option& option : question->options) {
      if (std::exchange(added[option.key], true)) continue;
      const bool all = std::all_of(
          meanings.begin(), meanings.end(), [&](const Meaning& meaning) {
            return HasOption(*meaning.question, option.key);
          });
      AddOption(verb, option,
                all ? option.summary
                    : fmt::format("Of {}: {}", ModelsWith(meanings, option.key),
                                  option.summary),
                &flags->options);
    }
    if (question->show != nullptr && !std::exchange(added["json"], true)) {
      verb->add_flag("--json", flags->json, "Print the answer as JSON");
    }
  }
  verb->add_option("--output", flags->output,
                   "File to write instead of standard output");
  verb->add_option("--threads", flags->threads,
                   "Threads to use; they do not change the result")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  verb->callback([flags, meanings, &command] {
    command = [flags, meanings] { return RunAsk(*flags, meanings); };
  });
}

}  // namespace

void AddQuestionCommands(CLI::App& app, Command& command) {
  // Verbs in the order in which systems first have them.
  std::vector<std::pair<std::string, Meanings>> verbs;
  const auto add = [&](const std::string& name, const Meaning& meaning) {
    if (name.empty()) return;
    auto verb = std::find_if(verbs.begin(), verbs.end(), [&](const auto& one) {
      return one.first == name;
    });
    if (verb == verbs.end()) verb = verbs.insert(verb, {name, {}});
    verb->second.push_back(meaning);
  };
  for (const System* system : AllSystems()) {
    for (const Question& question : system->questions) {
      add(question.name, {system, &question});
      add(question.alias, {system, &question});
    }
  }
  for (const auto& [name, meanings] : verbs) {
    AddVerb(app, command, name, meanings);
  }
}

}  // namespace whylight
