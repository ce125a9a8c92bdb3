#include "core/systems/classifier/system.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/systems/classifier/model.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

const std::string_view kText = "A hazy pint is NOT flat, not \U0001F37A flat.";

std::unique_ptr<Model> MakeModel() {
  const Classifier model =
      Classifier::Make(
          {.labels = {"0", "1", "2"},
           .names = {"bad", "fair", "good"},
           .grades = {-1, 0.5, 2},
           .layers = {json::parse(R"({"type": "rcnn", "hidden": 4})")}},
          Vocabulary::FromWords({"a", "hazy", "flat"}).value(),
          RandomMatrix(3, 4, "vectors"), 5)
          .value();
  return ClassifierSystem()
      .load(model.Save(Dtype::kF32, Dtype::kF32, "{}").value())
      .value();
}

Result<Answer> Classify(const std::string& options) {
  const auto model = MakeModel();
  return Ask(ClassifierSystem(), *model,
             {"classify", {&kText, 1}, json::parse(options)});
}

TEST(ClassifierSystemTest, AModelSaysItsLabels) {
  EXPECT_EQ(MakeModel()->About().dump(),
            R"({"labels":[{"label":"0","name":"bad","grade":-1.0},)"
            R"({"label":"1","name":"fair","grade":0.5},)"
            R"({"label":"2","name":"good","grade":2.0}]})");
}

TEST(ClassifierSystemTest, AnAnswerTellsAllByLabelsNamesAndSpans) {
  const auto answered = Classify(R"({"ngrams": 2, "local": true})");
  ASSERT_TRUE(answered.ok()) << answered.error().message;
  const json answer = answered.value().json;
  const std::vector<std::string> keys = {
      "bias",          "grade",    "known", "label", "name",   "ngrams",
      "probabilities", "residual", "sum",   "value", "window", "words"};
  EXPECT_EQ(answer.size(), keys.size());
  for (const std::string& key : keys) EXPECT_TRUE(answer.contains(key)) << key;
  // Of nine words, as neither the comma nor the full stop is one.
  EXPECT_NEAR(answer["known"].get<double>(), 4.0 / 9, 1e-12);
  EXPECT_EQ(answer["ngrams"].size(), 2u);
  EXPECT_EQ(answer["words"].size(), 11u);
  // After the beer, which takes two units.
  EXPECT_EQ(answer["words"][9]["start"], 32);
  EXPECT_EQ(answer["words"][0]["probabilities"].size(), 3u);
  EXPECT_FALSE(
      Classify("{}").value().json["words"][0].contains("probabilities"));
}

TEST(ClassifierSystemTest, TheNameOfATextIsThatOfTheNearestGrade) {
  const std::map<std::string, double> grades = {
      {"bad", -1}, {"fair", 0.5}, {"good", 2}};
  const auto model = MakeModel();
  for (const std::string_view text :
       {"hazy", "flat", "a", "a flat beer", "hazy hazy flat", "flat flat"}) {
    const json answer = Ask(ClassifierSystem(), *model,
                            {"classify", {&text, 1}, json::object()})
                            .value()
                            .json;
    const double grade = answer["grade"];
    const double own = std::abs(grades.at(answer["name"]) - grade);
    for (const auto& [name, other] : grades) {
      EXPECT_LE(own, std::abs(other - grade) + 1e-6) << text << name;
    }
  }
}

TEST(ClassifierSystemTest, ErrorsNameTheOption) {
  const struct {
    const char* options;
    const char* problem;
  } cases[] = {
      {"[]", "classify: expected an object, found []"},
      {R"({"ngrams": 1001})",
       "classify: \"ngrams\": expected a whole number from 0 to 1000, found "
       "1001"},
      {R"({"label": "3"})",
       "classify: \"label\": expected one of \"0\", \"1\", \"2\", found "
       "\"3\""},
      {R"({"local": 1})",
       "classify: \"local\": expected true or false, found 1"},
      {R"({"top": 1})",
       "classify: unknown key \"top\", expected one of: label, local, ngrams"},
  };
  for (const auto& [options, problem] : cases) {
    const auto answer = Classify(options);
    ASSERT_FALSE(answer.ok()) << options;
    EXPECT_EQ(answer.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(answer.error().message, problem);
  }
}

}  // namespace
}  // namespace whylight
