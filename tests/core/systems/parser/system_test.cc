#include "core/systems/parser/system.h"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/systems/parser/model.h"

namespace whylight {
namespace {

// Every parameter is 0, so that all trees are equal and the first is given: but
// for the score of "saw" at the root, and the relation "nsubj".
std::unique_ptr<Model> LoadedParser() {
  Parser model = Parser::Make({.relations = {"root", "nsubj"},
                               .arcs = ArcScoring::kMlp,
                               .hidden = 1},
                              Vocabulary::FromWords({"saw"}).value(),
                              Matrix::Ones(1, 1), 1)
                     .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value.setZero();
    // tanh of 1 at the root, and of 2 where "saw" is on it.
    if (parameter->name == "root") parameter->value(0, 0) = 1;
    if (parameter->name == "arcs.head.W") parameter->value(0, 0) = 1;
    if (parameter->name == "arcs.word.W") parameter->value(0, 0) = 1;
    if (parameter->name == "arcs.pair") parameter->value(0, 0) = 1;
    if (parameter->name == "relations.output.b") parameter->value(0, 1) = 1;
  }
  return ParserSystem()
      .load(model.Save(Dtype::kF32, Dtype::kF32, "{}").value())
      .value();
}

nlohmann::ordered_json AskToParse(
    std::string_view text, nlohmann::json options = nlohmann::json::object()) {
  const auto model = LoadedParser();
  return Ask(ParserSystem(), *model, {"parse", {&text, 1}, std::move(options)})
      .value()
      .json;
}

TEST(ParserSystemTest, AModelSaysItsRelations) {
  EXPECT_EQ(LoadedParser()->About().dump(),
            R"({"relations":["root","nsubj"]})");
}

TEST(ParserSystemTest, WordsHaveHeadsRelationsAndPlaces) {
  EXPECT_EQ(AskToParse("She saw")["words"].dump(),
            R"([{"start":0,"end":3,"head":2,"relation":"nsubj"},)"
            R"({"start":4,"end":7,"head":0,"relation":"nsubj"}])");
  EXPECT_EQ(AskToParse("").dump(), R"({"words":[],"score":0.0})");
}

TEST(ParserSystemTest, MarginsAndTheBestTreesAreToldWhereAskedFor) {
  const auto answer = AskToParse("She saw", {{"margins", true}, {"best", 5}});
  ASSERT_EQ(answer["trees"].size(), 2u);
  EXPECT_EQ(answer["trees"][0]["score"], answer["score"]);
  EXPECT_EQ(answer["trees"][1]["heads"].dump(), "[0,1]");
  const double lead =
      answer["score"].get<double>() - answer["trees"][1]["score"].get<double>();
  for (const auto& word : answer["words"])
    EXPECT_NEAR(word["margin"], lead, 1e-6);
  EXPECT_TRUE(
      AskToParse("saw", {{"margins", true}})["words"][0]["margin"].is_null());
}

}  // namespace
}  // namespace whylight
