// Whole models whose config, words and numbers are not what they should be:
// they are refused with a reason, or load and answer every question, the same
// each time; the fast engine takes what the model takes, and says the same.
#include <cstdint>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/format/json.h"
#include "core/systems/answer_generator/system.h"
#include "core/systems/classifier/system.h"
#include "core/systems/language_model/system.h"
#include "core/systems/pairs/system.h"
#include "core/systems/parser/system.h"
#include "core/systems/questions/system.h"
#include "core/systems/rationale/fast/engine.h"
#include "core/systems/rationale/fast/system.h"
#include "core/systems/rationale/model.h"
#include "core/systems/reader/system.h"
#include "core/systems/recommender/system.h"
#include "core/systems/tagger/system.h"
#include "core/systems/tree_classifier/system.h"
#include "core/training/engine/config_overrides.h"
#include "tests/core/systems/golden.h"
#include "tests/fuzz/fuzz.h"

namespace whylight {
namespace {

using nlohmann::json;

struct Golden {
  const System* system;
  ModelFiles files;
  json config;
};

const Golden& Pick(std::size_t index) {
  static const auto read = [](const System& system, const char* name) {
    Golden golden{
        &system,
        ReadGoldenModel(std::string(WHYLIGHT_GOLDEN_DIR) + "/" + name),
        {}};
    golden.config = json::parse(golden.files.config);
    // Or any change of a size would be all there is.
    golden.config.erase("files");
    golden.files.config = golden.config.dump();
    return golden;
  };
  static const Golden models[] = {
      read(FastRationaleSystem(), "tiny"),
      read(FastRationaleSystem(), "mention-tiny"),
      read(FastRationaleSystem(), "spelling-tiny"),
      read(ClassifierSystem(), "classifier-tiny"),
      read(LanguageModelSystem(), "language-model-tiny"),
      read(QuestionsSystem(), "questions-tiny"),
      read(PairsSystem(), "pairs-tiny"),
      read(PairsSystem(), "cafe-tiny"),
      read(PairsSystem(), "mcan-tiny"),
      read(PairsSystem(), "csran-tiny"),
      read(PairsSystem(), "selecting-tiny"),
      read(TaggerSystem(), "tagger-tiny"),
      read(TreeClassifierSystem(), "tree-tiny"),
      read(RecommenderSystem(), "recommender-tiny"),
      read(ReaderSystem(), "reader-tiny"),
      read(ParserSystem(), "parser-tiny"),
      read(ParserSystem(), "parser-cascade-tiny"),
      read(ReaderSystem(), "selecting-reader-tiny"),
      read(AnswerGeneratorSystem(), "answer-generator-tiny")};
  return models[index % std::size(models)];
}

// Lines KEY=VALUE set options of the config.
void ChangeConfig(std::string_view lines, json changed, std::string* config) {
  if (lines.empty()) return;
  while (!lines.empty()) {
    std::string_view value = TakeUntil('\n', lines);
    const std::string key(TakeUntil('=', value));
    json with = changed;
    if (ApplyOverrides(&with, {{key, std::string(value)}}).ok()) {
      changed = std::move(with);
    }
  }
  *config = DumpJson(changed);
}

// Lines that are not empty take the places of the first words.
void ChangeWords(std::string_view lines, std::string* vocabulary) {
  std::string changed;
  std::string_view rest = *vocabulary;
  while (!lines.empty()) {
    const std::string_view line = TakeUntil('\n', lines);
    const std::string_view word = TakeUntil('\n', rest);
    changed.append(line.empty() ? word : line).append("\n");
  }
  *vocabulary = changed.append(rest);
}

// Each three bytes are a place and what is there.
void ChangeBytes(std::string_view changes, std::string* bytes) {
  for (; changes.size() >= 3; changes.remove_prefix(3)) {
    const std::size_t place = static_cast<unsigned char>(changes[0]) * 256u +
                              static_cast<unsigned char>(changes[1]);
    (*bytes)[place % bytes->size()] = changes[2];
  }
}

void CheckError(const Error& error) {
  Expect(error.code == ErrorCode::kBadModel ||
             error.code == ErrorCode::kModelVersion,
         "it is the model that is bad");
  ExpectError(error, error.code);
}

bool IsSame(const RationaleExplanation& a, const RationaleExplanation& b) {
  return a.selected == b.selected && a.rationales == b.rationales &&
         a.words == b.words && a.in_domain == b.in_domain;
}

void CheckEngine(const ModelFiles& files, std::string_view text) {
  const Result<RationaleModel> model = RationaleModel::Load(files);
  Result<RationaleEngine> engine = RationaleEngine::Load(files);
  if (!model.ok()) {
    Expect(!engine.ok(), "the engine refuses what the model refuses");
    return;
  }
  Expect(engine.ok() == RationaleEngine::Reads(model.value().options()),
         "the engine takes what it reads");
  if (!engine.ok()) return;
  const auto found = engine.value().Explain(text);
  const auto expected = model.value().Explain(text);
  Expect(found.ok() && expected.ok(), "both explain");
  Expect(IsSame(found.value(), expected.value()), "both say the same");
}

std::string Say(const Result<Answer>& answer) {
  if (answer.ok()) return DumpJson(answer.value().json) + answer.value().bytes;
  Expect(!answer.error().message.empty() && IsValidUtf8(answer.error().message),
         "an error says something");
  return answer.error().message;
}

void AskTwice(const System& system, const Question& question, Model* model,
              std::string_view text, const json& options) {
  std::vector<std::string_view> texts;
  if (question.inputs != Inputs::kNothing) texts.push_back(text);
  if (question.inputs == Inputs::kTwoTexts ||
      question.inputs == Inputs::kQuestionAndText ||
      question.inputs == Inputs::kCandidates) {
    texts.push_back("how late is the train ?");
  }
  const auto ask = [&] {
    return Say(Ask(system, *model, {question.name, texts, options}));
  };
  Expect(ask() == ask(), "the same question has the same answer");
}

}  // namespace
}  // namespace whylight

// The model and the question; then, with zero bytes between, changes of the
// config and of the words, options of the question, a text, and changes of the
// numbers.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  if (size < 2) return 0;
  const Golden& golden = Pick(data[0]);
  const std::vector<Question>& questions = golden.system->questions;
  const std::size_t question = data[1] % (questions.size() + 1);
  ModelFiles files = golden.files;
  std::string_view rest = AsText(data + 2, size - 2);
  ChangeConfig(TakeUntil('\0', rest), golden.config, &files.config);
  ChangeWords(TakeUntil('\0', rest), &files.vocabulary);
  const Result<json> options = ParseQuestionOptions(TakeUntil('\0', rest));
  const std::string_view text = TakeUntil('\0', rest);
  ChangeBytes(rest, &files.tensors);
  if (question == questions.size()) {
    if (golden.system == &FastRationaleSystem()) CheckEngine(files, text);
    return 0;
  }
  const Result<std::unique_ptr<Model>> model = golden.system->load(files);
  if (!model.ok()) {
    CheckError(model.error());
    return 0;
  }
  Expect(model.value()->About().is_object(), "a model describes itself");
  AskTwice(*golden.system, questions[question], model.value().get(), text,
           options.ok() ? options.value() : json::object());
  return 0;
}
