#include "core/systems/reader/system.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/systems/reader/model.h"

namespace whylight {
namespace {

using nlohmann::json;

// Without layers: the word "loud" starts and ends an answer.
class ReaderSystemTest : public testing::Test {
 protected:
  ReaderSystemTest() {
    Reader model =
        Reader::Make({.beside = {.match = false, .frequency = false},
                      .align = 0,
                      .compare = 2,
                      .longest = 3,
                      .calibration = {.threshold = 0.6}},
                     Vocabulary::FromWords({"loud", "quiet"}).value(),
                     Matrix::Identity(2, 2), 1)
            .value();
    for (Parameter* parameter : model.Parameters()) {
      parameter->value.setZero();
      if (parameter->name == "compare.W") {
        parameter->value.topRows(2).setIdentity();
      }
      if (parameter->name == "start.W" || parameter->name == "end.W") {
        parameter->value(0, 0) = 3;
      }
      if (parameter->name == "none.b") parameter->value(0, 0) = 3;
    }
    model_ = ReaderSystem()
                 .load(model.Save(Dtype::kF32, Dtype::kF32, "{}").value())
                 .value();
  }

  json Ask(std::string_view text, const json& options = json::object()) {
    const std::array<std::string_view, 2> texts = {"loud or quiet", text};
    const auto answer =
        whylight::Ask(ReaderSystem(), *model_, {"answer", texts, options});
    EXPECT_TRUE(answer.ok()) << answer.error().message;
    return answer.value().json;
  }

  std::unique_ptr<Model> model_;
};

TEST_F(ReaderSystemTest, AModelSaysFromWhenOnItAnswers) {
  EXPECT_EQ(model_->About().dump(), R"({"threshold":0.6,"longest":3})");
}

TEST_F(ReaderSystemTest, AnAnswerIsAPlaceOfTheTextWithItsReasons) {
  const json found = Ask("It is Loud here");
  EXPECT_EQ(found["answer"]["start"], 6);
  EXPECT_EQ(found["answer"]["end"], 10);
  EXPECT_GT(found["says"], 0.6);
  EXPECT_LT(found["answer"]["probability"], found["says"]);
  EXPECT_EQ(found["threshold"], 0.6);
  EXPECT_EQ(found["alternatives"].size(), 3u);
  EXPECT_EQ(found["reads"]["question"].size(), 3u);
  ASSERT_EQ(found["reads"]["words"].size(), 1u);
  EXPECT_EQ(found["reads"]["words"][0]["start"], 6);
  EXPECT_EQ(found["reads"]["words"][0]["weights"].size(), 3u);
  EXPECT_EQ(found["known"]["text"], 0.25);
}

TEST_F(ReaderSystemTest, ATextThatDoesNotSayHasANearestPlace) {
  const json found = Ask("It is so", {{"alternatives", 1}});
  EXPECT_TRUE(found["answer"].is_null());
  EXPECT_LT(found["says"], 0.6);
  ASSERT_EQ(found["alternatives"].size(), 1u);
  EXPECT_EQ(found["alternatives"][0]["start"],
            found["reads"]["words"][0]["start"]);
}

TEST_F(ReaderSystemTest, TheCallerMaySetTheThresholdAndTheAlternatives) {
  const json found = Ask("It is so", {{"threshold", 0}, {"alternatives", 0}});
  EXPECT_FALSE(found["answer"].is_null());
  EXPECT_EQ(found["threshold"], 0);
  EXPECT_TRUE(found["alternatives"].empty());
  EXPECT_TRUE(Ask("Loud", {{"threshold", 1}})["answer"].is_null());
}

TEST_F(ReaderSystemTest, TellsWhatEachWordOfTheQuestionDoes) {
  const std::array<std::string_view, 2> texts = {"loud or quiet", "It is loud"};
  const auto answer =
      whylight::Ask(ReaderSystem(), *model_, {"question-effects", texts});
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  const json found = answer.value().json;
  EXPECT_EQ(found["place"]["start"], 6);
  EXPECT_GT(found["place"]["probability"], 0);
  ASSERT_EQ(found["words"].size(), 3u);
  EXPECT_EQ(found["words"][2]["start"], 8);
  EXPECT_TRUE(found["words"][2]["effect"].is_number());
}

TEST_F(ReaderSystemTest, AModelThatSelectsNamesWhatItRead) {
  EXPECT_FALSE(Ask("It is loud").contains("rationale"));
  const Reader selecting =
      Reader::Make({.compare = 2, .selector = {.hidden = 2}},
                   Vocabulary::FromWords({"loud", "quiet"}).value(),
                   Matrix::Identity(2, 2), 1)
          .value();
  model_ = ReaderSystem()
               .load(selecting.Save(Dtype::kF32, Dtype::kF32, "{}").value())
               .value();
  const json rationale = Ask("It is loud")["rationale"];
  ASSERT_FALSE(rationale.empty());
  EXPECT_LT(rationale[0]["start"], rationale[0]["end"]);
}

}  // namespace
}  // namespace whylight
