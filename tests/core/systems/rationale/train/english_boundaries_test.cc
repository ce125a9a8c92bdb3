#include "core/systems/rationale/train/english_boundaries.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/text/tokenizer.h"

namespace whylight {
namespace {

// The words of a text at which a run may start.
std::vector<std::string> Starts(const std::string& text) {
  const std::vector<Token> tokens = Tokenize(text);
  WordFlags flags;
  for (const Token& token : tokens) {
    flags.push_back(FlagsOf(EnglishBoundaries(), token.text));
  }
  const RunCosts costs = CostsOfRuns(EnglishBoundaries(), flags, 1);
  std::vector<std::string> starts;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    if (std::isfinite(costs.start[t])) starts.push_back(tokens[t].text);
  }
  return starts;
}

// "Worse" alone would say the opposite of "could have been worse".
TEST(EnglishBoundariesTest, NoRunLeavesOutWhatTurnsItsFirstWord) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(Starts("It could have been worse."), Words({"could"}));
  EXPECT_EQ(Starts("They should be friendlier."), Words({"should"}));
  EXPECT_EQ(Starts("It was not very good."), Words({"not"}));
  EXPECT_EQ(Starts("It has been worse."), Words({"worse"}));
  EXPECT_EQ(Starts("It must be seen."), Words({"seen"}));
}

}  // namespace
}  // namespace whylight
