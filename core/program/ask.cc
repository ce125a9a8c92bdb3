// A verb for every question of every system: `whylight explain`, `classify`,
// `ngrams` and so on (docs/guides/explanations.md).
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/format/native/writer_lock.h"
#include "core/model/system.h"
#include "core/program/checked_flags.h"
#include "core/program/data_flags.h"
#include "core/program/line_writer.h"
#include "core/program/load_model.h"
#include "core/program/option_flags.h"
#include "core/program/painted_answers.h"
#include "core/program/question_inputs.h"
#include "core/program/terminal.h"
#include "core/program/verbs.h"
#include "core/systems/registry.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

struct AskFlags {
  std::string question;  ///< Its name.
  std::string model;
  std::optional<std::string> asked;  ///< What is asked of the text.
  std::optional<std::string> text;
  std::optional<std::string> other;
  std::vector<std::string> candidates;  ///< Of the query `text`.
  std::string input;
  std::string output;
  bool json = false;
  /// Those in files have the names of the files, until the question is asked.
  nlohmann::json options = nlohmann::json::object();
  DataOptions reading;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

// A question that goes by the name of a verb, and the system it is of.
struct Meaning {
  const System* system;
  const Question* question;
};

using Meanings = std::vector<Meaning>;

SystemOptions OptionsOf(const Meaning& meaning) {
  return {meaning.system->model, meaning.question->options,
          meaning.question->flags};
}

std::vector<SystemOptions> OptionsOf(const Meanings& meanings) {
  std::vector<SystemOptions> options;
  for (const Meaning& meaning : meanings) options.push_back(OptionsOf(meaning));
  return options;
}

// Asks one question of many texts side by side, and writes the answers in
// order.
class Asker {
 public:
  /// One model for each thread.
  Asker(const AskFlags& flags, const json& options, const System& system,
        const Question& question, std::vector<std::unique_ptr<Model>> models,
        LineWriter& writer)
      : flags_(flags),
        options_(options),
        system_(system),
        question_(question),
        models_(std::move(models)),
        writer_(writer),
        bad_(flags.reading),
        pool_(static_cast<int>(models_.size())) {}

  Status AnswerOne(const std::vector<std::string>& texts) {
    const Painter paint = OwnPainter();
    const Result<whylight::Answer> answer = Answer(
        *models_.front(), texts, question_.repeats_text || paint != nullptr);
    if (!answer.ok()) return answer.error();
    const ordered_json& said = answer.value().json;
    if (!question_.bytes.empty()) {
      const Result<WriterLock> lock = WriterLock::TakeOutput(flags_.output);
      if (!lock.ok()) return lock.error();
      Status written = WriteFileAtomically(flags_.output, answer.value().bytes);
      if (!written.ok()) return written;
    }
    const bool show = question_.show != nullptr && !flags_.json;
    const std::string page = paint != nullptr ? paint(said, WantsColour())
                             : show           ? question_.show(said)
                                              : DumpJson(said);
    if (!page.empty()) {
      if (Status written = writer_.Write(page); !written.ok()) return written;
    }
    return writer_.Finish();
  }

  Status AnswerFile() {
    // Pieces keep memory low while all threads have work.
    constexpr std::size_t kPiece = 256;
    std::vector<QuestionTexts> piece;
    Status read =
        VisitQuestionTexts(flags_.input, question_.inputs, flags_.reading, bad_,
                           [&](QuestionTexts texts) -> Status {
                             piece.push_back(std::move(texts));
                             if (piece.size() < kPiece) return {};
                             Status answered = AnswerPiece(piece);
                             piece.clear();
                             return answered;
                           });
    if (!read.ok()) return read;
    if (Status answered = AnswerPiece(piece); !answered.ok()) return answered;
    // Where no text was answered, more than a line is wrong: an option, say.
    if (refused_ && !answered_any_) return *refused_;
    return writer_.Finish();
  }

 private:
  Result<whylight::Answer> Answer(Model& model,
                                  const std::vector<std::string>& texts,
                                  bool repeat) const {
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    Result<whylight::Answer> answer =
        Ask(system_, model, {flags_.question, views, options_});
    if (!answer.ok()) {
      return NameFlag(OptionsOf({&system_, &question_}), answer.error());
    }
    ordered_json& said = answer.value().json;
    if (question_.inputs == Inputs::kCandidates) {
      AddCandidateTexts(texts, &said);
    }
    if (repeat) said = RepeatTexts(question_.inputs, texts, std::move(said));
    return answer;
  }

  // Of a single answer that is not for programs; null if it is.
  Painter OwnPainter() const {
    if (flags_.json || !flags_.output.empty() || !IsTerminal()) return nullptr;
    return PainterOf(system_, question_.name);
  }

  Status AnswerPiece(const std::vector<QuestionTexts>& piece) {
    std::vector<Result<std::string>> lines(piece.size(), std::string());
    pool_.ParallelFor(models_.size(), [&](std::size_t share) {
      for (std::size_t i = share; i < piece.size(); i += models_.size()) {
        const Result<whylight::Answer> answer =
            Answer(*models_[share], piece[i].texts, /*repeat=*/true);
        if (answer.ok()) {
          lines[i] = DumpJson(answer.value().json);
        } else {
          lines[i] = Error{answer.error().code,
                           fmt::format("{}:{}: {}", flags_.input, piece[i].line,
                                       answer.error().message)};
        }
      }
    });
    for (const Result<std::string>& line : lines) {
      Status done =
          line.ok() ? writer_.Write(line.value()) : Skip(line.error());
      if (!done.ok()) return done;
      answered_any_ = answered_any_ || line.ok();
    }
    return {};
  }

  // Passes over a text that cannot be answered, as over any bad line.
  Status Skip(const Error& error) {
    if (!refused_) refused_ = error;
    return bad_.Skip(error);
  }

  const AskFlags& flags_;
  const json& options_;
  const System& system_;
  const Question& question_;
  std::vector<std::unique_ptr<Model>> models_;
  LineWriter& writer_;
  BadLines bad_;
  ThreadPool pool_;
  bool answered_any_ = false;
  std::optional<Error> refused_;  // Why the first text was not answered.
};

// The model that a question is asked of, in its folder if it has one.
Result<LoadedModel> LoadAsked(const AskFlags& flags, const Meanings& meanings) {
  const System* system = meanings.front().system;
  if (system->needs_files) return LoadModel(flags.model);
  Result<std::unique_ptr<Model>> model = system->load({});
  if (!model.ok()) return model.error();
  return LoadedModel{system, std::move(model).value()};
}

// The texts, or the bytes, that a single question is about.
Result<std::vector<std::string>> ReadAsked(const AskFlags& flags,
                                           Inputs inputs) {
  std::vector<std::string> texts;
  if (flags.asked) texts.push_back(*flags.asked);
  if (flags.text) texts.push_back(*flags.text);
  if (flags.other) texts.push_back(*flags.other);
  texts.insert(texts.end(), flags.candidates.begin(), flags.candidates.end());
  if (inputs == Inputs::kTensors) {
    Result<std::string> file = ReadFile(flags.input);
    if (!file.ok()) return file.error();
    texts.push_back(std::move(file).value());
  }
  return texts;
}

// Said where a model does not answer the verb.
Error OfAnotherModel(const std::string& verb, const Meanings& meanings,
                     const System& system) {
  std::string wanted;
  for (const Meaning& meaning : meanings) {
    if (!wanted.empty()) wanted += " or ";
    wanted += meaning.system->model;
  }
  std::string answered;
  for (const Question& question : system.questions) {
    if (!answered.empty()) answered += ", ";
    answered += question.name;
  }
  return {ErrorCode::kInvalidArgument, verb + ": expected " + wanted +
                                           ", found " + system.model +
                                           ", which answers " + answered};
}

Status RunAsk(const AskFlags& flags, const Meanings& meanings) {
  Result<LoadedModel> loaded = LoadAsked(flags, meanings);
  if (!loaded.ok()) return loaded.error();
  const System& system = *loaded.value().system;
  const Question* question = FindQuestion(system, flags.question);
  if (question == nullptr) {
    return OfAnotherModel(flags.question, meanings, system);
  }
  if (Status checked = CheckOptionFlags(
          OptionsOf(meanings), OptionsOf({&system, question}), flags.options);
      !checked.ok()) {
    return checked;
  }
  json options = flags.options;
  if (Status read = ReadOptionFiles(question->options, &options); !read.ok()) {
    return read;
  }
  const Inputs inputs = question->inputs;
  const bool one = flags.input.empty() || inputs == Inputs::kTensors;
  Result<std::vector<std::string>> texts = ReadAsked(flags, inputs);
  if (!texts.ok()) return texts.error();
  std::vector<std::unique_ptr<Model>> models;
  models.push_back(std::move(loaded.value().model));
  for (int i = 1; i < flags.threads && !one; ++i) {
    Result<std::unique_ptr<Model>> another = models.front()->ForAnotherThread();
    if (!another.ok()) return another.error();
    models.push_back(std::move(another).value());
  }
  // JSON beside bytes is for people to read.
  const bool bytes = !question->bytes.empty();
  Result<LineWriter> writer = LineWriter::Open(bytes ? "" : flags.output);
  if (!writer.ok()) return writer.error();
  Asker asker(flags, options, system, *question, std::move(models),
              writer.value());
  return one ? asker.AnswerOne(texts.value()) : asker.AnswerFile();
}

// What help says of the texts of a question.
struct TextsHelp {
  const char* flag = "--text";
  const char* text = "The text itself";
  std::string input = "Texts in any format of docs/guides/data.md";
};

TextsHelp HelpOf(Inputs inputs) {
  TextsHelp help;
  switch (inputs) {
    case Inputs::kStart:
      help.flag = "--text,--prompt";
      help.text = "How the text starts: words separated by spaces";
      break;
    case Inputs::kTree:
      help.text = "The tree, in brackets";
      help.input =
          "Trees in brackets (docs/guides/trees.md): one per line, in a file "
          "that ends in .trees or .txt, or as \"text\" in JSON lines or a "
          "table";
      break;
    case Inputs::kTwoTexts:
      help.input =
          "Pairs in any format of docs/guides/data.md, as \"text\" and "
          "\"other\", or as --first-key and --second-key say";
      break;
    case Inputs::kQuestionAndText:
      help.input = "JSON lines or a table with \"question\" and \"text\"";
      break;
    case Inputs::kCandidates:
      help.text = "The query";
      help.input =
          "Queries with candidates in any format of docs/guides/data.md that "
          "has them";
      break;
    default:
      break;
  }
  help.input += "; - for JSON lines from standard input";
  return help;
}

// Where the texts of a question come from.
void AddTexts(CLI::App* verb, Inputs inputs, AskFlags* flags) {
  const TextsHelp help = HelpOf(inputs);
  CLI::Option* text = verb->add_option(help.flag, flags->text, help.text);
  verb->add_option("--input", flags->input, help.input)->excludes(text);
  if (inputs == Inputs::kTwoTexts) {
    text->needs(
        verb->add_option("--other", flags->other, "The text to compare with")
            ->needs(text));
  }
  if (inputs == Inputs::kQuestionAndText) {
    text->needs(verb->add_option("--question", flags->asked,
                                 "What is asked of the text")
                    ->needs(text));
  }
  if (inputs == Inputs::kCandidates) {
    text->needs(verb->add_option("--candidate", flags->candidates,
                                 "A text that may answer the query; any number "
                                 "of times")
                    ->allow_extra_args(false)
                    ->needs(text));
  }
  if (inputs == Inputs::kTree) {
    // Its words are escaped as a treebank has them, and read as such.
    AddFormatFlags(verb, &flags->reading);
    AddTextKeyFlag(verb, &flags->reading);
  } else {
    AddDataFlags(verb, &flags->reading, /*labels=*/false);
  }
  flags->reading.first = "text";
  flags->reading.second = "other";
  if (inputs == Inputs::kTwoTexts) AddPairFlags(verb, &flags->reading);
}

// Whether a question about a text got neither a text nor a file.
bool LacksText(Inputs inputs, const AskFlags& flags) {
  return inputs != Inputs::kNothing && inputs != Inputs::kStart &&
         !flags.text && flags.input.empty();
}

void AddInputs(CLI::App* verb, Inputs inputs, AskFlags* flags) {
  if (inputs == Inputs::kNothing) return;
  if (inputs != Inputs::kTensors) return AddTexts(verb, inputs, flags);
  verb->add_option("--input", flags->input, "Safetensors file to read")
      ->required();
}

// Where the answers go.
void AddOutputs(CLI::App* verb, const Question& question, AskFlags* flags) {
  if (!question.bytes.empty()) {
    AddPath(verb, "--output", &flags->output, question.bytes)->required();
    return;
  }
  AddPath(verb, "--output", &flags->output,
          "File to write instead of standard output");
}

// What is shown to people is JSON for programs.
void AddJson(CLI::App* verb, const Meanings& meanings, AskFlags* flags) {
  const auto any = [&](auto&& has) {
    return std::any_of(meanings.begin(), meanings.end(), has);
  };
  if (any([](const Meaning& meaning) { return meaning.question->show; })) {
    verb->add_flag("--json", flags->json, "Print the answer as JSON");
  } else if (any([](const Meaning& meaning) {
               return PainterOf(*meaning.system, meaning.question->name);
             })) {
    verb->add_flag("--json", flags->json,
                   "Print JSON even on a terminal, where answers to --text are "
                   "otherwise laid out for reading");
  }
}

// How many threads answer a file of texts.
void AddThreads(CLI::App* verb, Inputs inputs, AskFlags* flags) {
  if (inputs == Inputs::kNothing || inputs == Inputs::kTensors) return;
  AddThreadsFlag(verb, &flags->threads);
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
            : fmt::format("; for {}: {}", system->model, question->summary));
  }
  CLI::App* verb = app.add_subcommand(name, description);
  const auto& [system, question] = meanings.front();
  if (system->needs_files) {
    verb->add_option("--model", flags->model, "Folder of the model")
        ->required();
  }
  AddInputs(verb, question->inputs, flags.get());
  AddOptionFlags(verb, OptionsOf(meanings), &flags->options);
  AddJson(verb, meanings, flags.get());
  AddOutputs(verb, *question, flags.get());
  AddThreads(verb, question->inputs, flags.get());
  verb->callback([flags, meanings, &command] {
    if (LacksText(meanings.front().question->inputs, *flags)) {
      throw CLI::RequiredError("--text or --input");
    }
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
