#include "core/systems/answer_generator/system.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/systems/answer_generator/model.h"

namespace whylight {
namespace {

using nlohmann::json;

// What it writes depends on nothing but the words of the text.
class AnswerGeneratorSystemTest : public testing::Test {
 protected:
  AnswerGeneratorSystemTest() {
    AnswerGenerator model =
        AnswerGenerator::Make({.align = 0,
                               .state = 1,
                               .attention = 1,
                               .generated = 1,
                               .longest = 3},
                              Vocabulary::FromWords({"yes", "loud"}).value(),
                              Matrix::Identity(2, 2), 1)
            .value();
    for (Parameter* parameter : model.Parameters()) parameter->value.setZero();
    model_ = AnswerGeneratorSystem()
                 .load(model.Save(Dtype::kF32, Dtype::kF32, "{}").value())
                 .value();
  }

  Result<Answer> Ask(std::string_view text,
                     const json& options = json::object()) {
    const std::array<std::string_view, 2> texts = {"Loud?", text};
    return whylight::Ask(AnswerGeneratorSystem(), *model_,
                         {"write-answer", texts, options});
  }

  std::unique_ptr<Model> model_;
};

TEST_F(AnswerGeneratorSystemTest, AModelSaysHowItWrites) {
  EXPECT_EQ(model_->About().dump(), R"({"longest":3,"generated":1})");
}

TEST_F(AnswerGeneratorSystemTest, EachWordComesWithItsReason) {
  const json copied = Ask("Loud").value().json;
  EXPECT_EQ(copied["answer"], "Loud Loud Loud");
  EXPECT_EQ(copied["ended"], false);
  EXPECT_EQ(copied["known"].dump(), R"({"question":1.0,"text":1.0})");
  ASSERT_EQ(copied["words"].size(), 3u);
  EXPECT_EQ(copied["words"][0].dump(),
            R"({"copied":1.0,"copying":0.5,"probability":0.5,)"
            R"("source":{"attention":1.0,"end":4,"start":0},"text":"Loud"})");
  // Of a word of the text and of the list both parts add up.
  const json both = Ask("No yes").value().json;
  EXPECT_EQ(both["words"][0]["text"], "yes");
  EXPECT_EQ(both["words"][0]["probability"], 0.5);
  EXPECT_EQ(both["words"][0]["copied"], 0.5);
  EXPECT_TRUE(both["words"][0]["source"].is_null());
}

TEST_F(AnswerGeneratorSystemTest, ErrorsNameWhatIsWrong) {
  EXPECT_EQ(Ask("").error().message, "expected words in the text, found none");
  EXPECT_NE(Ask("loud", {{"threshold", 1}}).error().message.find("threshold"),
            std::string::npos);
}

}  // namespace
}  // namespace whylight
