// The same golden files are checked natively, in wasm (this test and Jest) and
// in Chromium.
#include "tests/core/systems/golden.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

constexpr double kTolerance = 1e-5;

void ExpectGolden(const RationaleModel& model, const GoldenText& golden) {
  SCOPED_TRACE(golden.text);
  const auto explained = model.Explain(golden.text);
  ASSERT_TRUE(explained.ok()) << explained.error().message;
  const RationaleExplanation& found = explained.value();
  const nlohmann::json& tokens = golden.line["tokens"];
  ASSERT_EQ(found.words.size(), tokens.size());
  for (std::size_t a = 0; a < model.aspects().size(); ++a) {
    const std::string& aspect = model.aspects()[a];
    EXPECT_NEAR(double{found.ratings[a]},
                golden.line["ratings"][aspect].get<double>(), kTolerance);
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      const auto row = static_cast<Index>(t);
      const auto column = static_cast<Index>(a);
      EXPECT_EQ(found.words[t].start, tokens[t]["start"]);
      EXPECT_EQ(found.words[t].end, tokens[t]["end"]);
      EXPECT_NEAR(double{found.probability(row, column)},
                  tokens[t]["probability"][aspect].get<double>(), kTolerance);
      EXPECT_EQ(found.selected(row, column) != 0,
                tokens[t]["selected"][aspect]);
    }
    const nlohmann::json& spans = golden.line["rationales"][aspect];
    ASSERT_EQ(found.rationales[a].size(), spans.size());
    for (std::size_t s = 0; s < spans.size(); ++s) {
      EXPECT_EQ(found.rationales[a][s].start, spans[s]["start"]);
      EXPECT_EQ(found.rationales[a][s].end, spans[s]["end"]);
    }
  }
}

void ExpectGoldenFile(const std::string& model_folder,
                      const std::string& expected) {
  const auto model =
      RationaleModel::Load({ReadBytes(model_folder + "/config.json"),
                            ReadBytes(model_folder + "/model.safetensors"),
                            ReadBytes(model_folder + "/vocab.txt")});
  ASSERT_TRUE(model.ok()) << model.error().message;
  const std::vector<GoldenText> golden = ReadGolden(expected);
  ASSERT_FALSE(golden.empty());
  for (const GoldenText& text : golden) ExpectGolden(model.value(), text);
}

const std::string kGolden = WHYLIGHT_GOLDEN_DIR;

TEST(GoldenTest, TinyModel) {
  ExpectGoldenFile(kGolden + "/tiny", kGolden + "/tiny/expected.jsonl");
}

TEST(GoldenTest, BeerModel) {
  ExpectGoldenFile(kGolden + "/../../models/beer",
                   kGolden + "/beer.expected.jsonl");
}

}  // namespace
}  // namespace whylight
