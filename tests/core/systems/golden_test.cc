// Every question of every system, natively and in wasm; Jest and Playwright
// check the same files.
#include "tests/core/systems/golden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/systems/answer_generator/system.h"
#include "core/systems/classifier/system.h"
#include "core/systems/language_model/system.h"
#include "core/systems/pairs/system.h"
#include "core/systems/parser/system.h"
#include "core/systems/questions/system.h"
#include "core/systems/rationale/fast/system.h"
#include "core/systems/rationale/system.h"
#include "core/systems/reader/system.h"
#include "core/systems/recommender/system.h"
#include "core/systems/tagger/system.h"
#include "core/systems/tree_classifier/system.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// Of the largest number in an answer, or 1 where all are smaller.
constexpr double kTolerance = 1e-5;

// Takes the numbers that are no offsets out of `value`.
void TakeNumbers(ordered_json& value, std::vector<double>& numbers) {
  if (value.is_object()) {
    for (auto& [key, item] : value.items()) {
      if (key != "start" && key != "end") TakeNumbers(item, numbers);
    }
  } else if (value.is_array()) {
    for (ordered_json& item : value) TakeNumbers(item, numbers);
  } else if (value.is_number()) {
    numbers.push_back(value.get<double>());
    value = "a number";
  }
}

void ExpectAlike(ordered_json found, ordered_json expected) {
  std::vector<double> numbers;
  std::vector<double> expected_numbers;
  TakeNumbers(found, numbers);
  TakeNumbers(expected, expected_numbers);
  ASSERT_EQ(found, expected);
  double scale = 1;
  for (const double number : expected_numbers) {
    scale = std::max(scale, std::abs(number));
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_NEAR(numbers[i], expected_numbers[i], kTolerance * scale);
  }
}

// Asks what golden files of models of these systems say. Returns the names of
// the questions that were asked.
std::set<std::string> ExpectGoldenAnswers(Systems systems) {
  std::set<std::string> asked;
  for (const GoldenFile& file : ReadGoldenManifest(WHYLIGHT_GOLDEN_DIR)) {
    SCOPED_TRACE(file.answers);
    const ModelFiles files = ReadGoldenModel(file.model);
    const auto system = FindSystem(systems, files);
    if (!system.ok()) continue;
    const auto model = system.value()->load(files);
    EXPECT_TRUE(model.ok()) << model.error().message;
    if (!model.ok()) continue;
    const std::vector<GoldenAnswer> golden = ReadGoldenAnswers(file);
    EXPECT_FALSE(golden.empty());
    for (const GoldenAnswer& one : golden) {
      SCOPED_TRACE(one.question + " " + one.options.dump() +
                   (one.texts.empty() ? "" : " of " + one.texts.front()));
      const std::vector<std::string_view> texts = one.views();
      const auto answer = Ask(*system.value(), *model.value(),
                              {one.question, texts, one.options});
      EXPECT_TRUE(answer.ok()) << answer.error().message;
      if (answer.ok()) ExpectAlike(answer.value().json, one.answer);
      asked.insert(one.question);
    }
  }
  return asked;
}

TEST(GoldenTest, EveryQuestionOfEverySystemHasItsAnswers) {
  const System* const systems[] = {
      &RationaleSystem(),      &ClassifierSystem(),     &LanguageModelSystem(),
      &QuestionsSystem(),      &PairsSystem(),          &TaggerSystem(),
      &TreeClassifierSystem(), &RecommenderSystem(),    &ReaderSystem(),
      &ParserSystem(),         &AnswerGeneratorSystem()};
  const std::set<std::string> asked = ExpectGoldenAnswers(systems);
  for (const System* system : systems) {
    for (const Question& question : system->questions) {
      EXPECT_TRUE(asked.contains(question.name)) << question.name;
    }
  }
}

// The same file is asked of the programs and of the package.
TEST(GoldenTest, BadQuestionsGetTheSameErrorsEverywhere) {
  const System* const systems[] = {&RationaleSystem(), &ClassifierSystem(),
                                   &LanguageModelSystem(), &QuestionsSystem(),
                                   &PairsSystem()};
  const std::string folder = WHYLIGHT_GOLDEN_DIR;
  for (const nlohmann::json& bad :
       nlohmann::json::parse(ReadBytes(folder + "/bad-questions.json"))) {
    SCOPED_TRACE(bad["name"].get<std::string>());
    const ModelFiles files =
        ReadGoldenModel(folder + "/" + bad["model"].get<std::string>());
    const System& system = *FindSystem(systems, files).value();
    const auto model = system.load(files).value();
    const auto question = bad["question"].get<std::string>();
    const auto inputs = bad["inputs"].get<std::vector<std::string>>();
    const std::vector<std::string_view> texts(inputs.begin(), inputs.end());
    const auto answer = Ask(system, *model, {question, texts, bad["options"]});
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(ErrorCodeName(answer.error().code), bad["code"]);
    EXPECT_EQ(answer.error().message, bad["message"]);
  }
}

TEST(GoldenTest, AnEngineGivesTheSameAnswers) {
  const System* const systems[] = {&FastRationaleSystem()};
  EXPECT_TRUE(ExpectGoldenAnswers(systems).contains("explain"));
}

}  // namespace
}  // namespace whylight
