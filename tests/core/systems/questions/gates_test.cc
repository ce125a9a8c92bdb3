#include "core/systems/questions/gates.h"

#include <gtest/gtest.h>

#include "tests/core/systems/questions/made_up_retriever.h"

namespace whylight {
namespace {

using nlohmann::json;

json GatedRcnn(const std::string& decay) {
  return {{"type", "rcnn"},
          {"hidden", 4},
          {"decay", {{"type", decay}, {"value", 0.7}}}};
}

TEST(ReadGatesTest, AConstantGateIsFlat) {
  const Retriever model = MadeUpRetriever({.layers = {GatedRcnn("constant")}});
  const auto gates = ReadGates(model, "how do i reset my password").value();
  ASSERT_EQ(gates.size(), 1u);
  ASSERT_EQ(gates[0].words.size(), 6u);
  for (std::size_t t = 0; t < 6; ++t) {
    EXPECT_NEAR(gates[0].profile.mean[t], 0.3, 1e-6);
    EXPECT_NEAR(gates[0].profile.max[t], 0.3, 1e-6);
  }
}

TEST(ReadGatesTest, GatesThatLearnOpenSomewhatAtEachWord) {
  const Retriever model = MadeUpRetriever({.layers = {GatedRcnn("xh")}});
  const auto gates = ReadGates(model, "the train was late").value();
  for (std::size_t t = 0; t < 4; ++t) {
    EXPECT_GT(gates[0].profile.mean[t], 0);
    EXPECT_LT(gates[0].profile.max[t], 1);
    EXPECT_GT(gates[0].profile.max[t], gates[0].profile.mean[t]);
  }
}

TEST(ReadGatesTest, TitleAndBodyAreReadApartAndListedTogether) {
  const Retriever both =
      MadeUpRetriever({.layers = {GatedRcnn("xh")}, .title_and_body = true});
  const auto gates = ReadGates(both, "late train? my train").value();
  ASSERT_EQ(gates.size(), 1u);
  ASSERT_EQ(gates[0].words.size(), 5u);
  EXPECT_EQ(gates[0].words[3].start, 12u);
  // The body starts anew.
  const auto body = ReadGates(both, "my train").value();
  EXPECT_EQ(gates[0].profile.mean[3], body[0].profile.mean[0]);
  EXPECT_EQ(gates[0].profile.memory[4], body[0].profile.memory[1]);
}

TEST(ReadGatesTest, ABackwardRecurrenceIsListedInTheOrderOfTheText) {
  const Retriever model = MadeUpRetriever(
      {.layers = {{{"type", "bidirectional"}, {"layer", GatedRcnn("x")}}}});
  const auto gates = ReadGates(model, "train train train late").value();
  ASSERT_EQ(gates.size(), 2u);
  EXPECT_FALSE(gates[0].reversed);
  EXPECT_TRUE(gates[1].reversed);
  // Gates that depend on the word alone are those of the word.
  EXPECT_EQ(gates[1].profile.mean[0], gates[1].profile.mean[2]);
  EXPECT_NE(gates[1].profile.mean[0], gates[1].profile.mean[3]);
  // It remembers more of the text the further to the left it is.
  EXPECT_GT(gates[1].profile.memory[0], gates[1].profile.memory[3]);
}

TEST(ReadGatesTest, NamesWhatIsMissing) {
  EXPECT_TRUE(ReadGates(MadeUpRetriever({.layers = {GatedRcnn("xh")}}), "")
                  .value()
                  .empty());
  const auto refused = ReadGates(MadeUpRetriever({}), "late train");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(
      refused.error().message,
      "expected a model with recurrent convolutions over words, which have "
      "gates, found one without");
}

TEST(ReadGatesTest, OnlyLayersThatReadWordsHaveGatesAtWords) {
  const json neighbours = {
      {"type", "pooling"}, {"kind", "neighbours"}, {"k", 2}};
  const json wide = {
      {"type", "convolution"}, {"hidden", 5}, {"order", 3}, {"border", "wide"}};
  const json stacked = {{"type", "stacked"},
                        {"layers", json::array({wide, GatedRcnn("xh")})}};
  const std::string text = "I forgot the password. Can I change my password?";
  for (const json& other : {neighbours, wide, stacked}) {
    const Result<std::vector<RecurrenceGates>> none =
        ReadGates(MadeUpRetriever({.layers = {other, GatedRcnn("xh")}}), text);
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, ErrorCode::kInvalidArgument);
    const auto gates =
        ReadGates(MadeUpRetriever(
                      {.layers = {GatedRcnn("xh"), other, GatedRcnn("xh")}}),
                  text)
            .value();
    ASSERT_EQ(gates.size(), 1u);
    EXPECT_EQ(gates[0].words.size(), 11u);
    EXPECT_EQ(gates[0].profile.mean.size(), 11u);
  }
}

}  // namespace
}  // namespace whylight
