#include "core/systems/tree_classifier/system.h"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/systems/tree_classifier/model.h"

namespace whylight {
namespace {

class TreeClassifierSystemTest : public testing::Test {
 protected:
  static std::unique_ptr<Model> Loaded() {
    TreeClassifier model =
        TreeClassifier::Make({.labels = {"bad", "good"}},
                             Vocabulary::FromWords({"dull", "fine"}).value(),
                             1e3f * Matrix::Identity(2, 2), 1)
            .value();
    for (Parameter* parameter : model.Parameters()) {
      if (parameter->name == "output.W") parameter->value.setIdentity();
    }
    return TreeClassifierSystem()
        .load(model.Save(Dtype::kF32, Dtype::kF32, "{}").value())
        .value();
  }
  static Result<Answer> Asked(std::string_view text,
                              const nlohmann::json& options) {
    const auto model = Loaded();
    return Ask(TreeClassifierSystem(), *model,
               {"classify-tree", {&text, 1}, options});
  }
};

TEST_F(TreeClassifierSystemTest, AModelSaysItsLabels) {
  EXPECT_EQ(Loaded()->About().dump(), R"({"labels":["bad","good"]})");
}

TEST_F(TreeClassifierSystemTest, EachPhraseHasAPlaceALabelAndProbabilities) {
  EXPECT_EQ(
      Asked("(good fine)", nlohmann::json::object()).value().json.dump(),
      R"({"sentence":"fine","phrases":[{"start":0,"end":4,"label":"good",)"
      R"("probabilities":{"bad":0.0,"good":1.0}}]})");
  const auto answer = Asked("(dull fine)", {{"unlabelled", true}});
  const auto& phrases = answer.value().json["phrases"];
  ASSERT_EQ(phrases.size(), 3u);
  EXPECT_EQ(phrases[1]["label"], "bad");
  EXPECT_EQ(phrases[2]["label"], "good");
  EXPECT_EQ(phrases[2]["start"], 5);
}

TEST_F(TreeClassifierSystemTest, ErrorsNameTheQuestion) {
  EXPECT_EQ(Asked("dull", nlohmann::json::object()).error().message,
            "classify-tree: column 1: expected \"(\", found \"dull\"");
  const auto model = Loaded();
  EXPECT_EQ(Ask(TreeClassifierSystem(), *model, {"classify-tree", {}})
                .error()
                .message,
            "classify-tree: expected a tree in brackets, found none");
}

}  // namespace
}  // namespace whylight
