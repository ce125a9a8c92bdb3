#include "core/systems/rationale/boundaries.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/text/tokenizer.h"

namespace whylight {
namespace {

Boundaries EnglishBoundaries() {
  return {.cut_cost = 3,
          .sentence_ends = {".", "!"},
          .breaks = {"but", "and"},
          .open = {"and", "a", "the"},
          .negations = {"not", "never"},
          .glue = {"very", "a"}};
}

RunCosts CostsIn(const Boundaries& boundaries, const std::string& text) {
  WordFlags flags;
  for (const Token& token : Tokenize(text)) {
    flags.push_back(FlagsOf(boundaries, token.text));
  }
  return CostsOfRuns(boundaries, flags, 1);
}

constexpr Real kForbidden = std::numeric_limits<Real>::infinity();

TEST(BoundariesTest, CutsBesideABreakOrAnEndOfTheTextCostNoMore) {
  const RunCosts costs =
      CostsIn(EnglishBoundaries(), "thin body but nice smell");
  EXPECT_EQ(costs.start, (std::vector<Real>{1, 3, 1, 1, 3}));
  EXPECT_EQ(costs.end, (std::vector<Real>{3, 1, 1, 3, 1}));
}

TEST(BoundariesTest, NoRunStartsOrEndsAtPunctuationOrAnOpenWord) {
  // "!!!" and U+2026 are on no list and in no vocabulary.
  const RunCosts costs =
      CostsIn(EnglishBoundaries(), "nice , the smell and taste !!! \u2026");
  EXPECT_EQ(costs.start,
            (std::vector<Real>{1, kForbidden, kForbidden, 3, kForbidden, 1,
                               kForbidden, kForbidden}));
  EXPECT_EQ(costs.end,
            (std::vector<Real>{1, kForbidden, kForbidden, 1, kForbidden, 1,
                               kForbidden, kForbidden}));
}

TEST(BoundariesTest, NoRunLeavesOutTheNegationOfItsFirstWord) {
  const RunCosts costs = CostsIn(EnglishBoundaries(), "not a very good beer");
  EXPECT_EQ(costs.start,
            (std::vector<Real>{1, kForbidden, kForbidden, kForbidden, 3}));
  // A negation ends where something else stands between.
  EXPECT_EQ(CostsIn(EnglishBoundaries(), "not , good").start[2], 1);
  EXPECT_EQ(CostsIn(EnglishBoundaries(), "never not good").start,
            (std::vector<Real>{1, kForbidden, kForbidden}));
}

TEST(BoundariesTest, NoRunGoesBeyondItsSentence) {
  const RunCosts costs =
      CostsIn(EnglishBoundaries(), "nice head . smells , well ! good");
  EXPECT_EQ(costs.within,
            (std::vector<Real>{0, 0, kForbidden, 0, 0, 0, kForbidden, 0}));
  const std::vector<Real> scores(8, 2);
  EXPECT_EQ(DecodeSelection(scores, 0, costs),
            (std::vector<std::uint8_t>{1, 1, 0, 1, 1, 1, 0, 0}));
}

TEST(BoundariesTest, WithoutListsOnlyPunctuationCounts) {
  const RunCosts costs = CostsIn(Boundaries(), "not good . but cheap");
  EXPECT_EQ(costs.start, (std::vector<Real>{1, 1, kForbidden, 1, 1}));
  EXPECT_TRUE(CostsIn(Boundaries(), "").start.empty());
}

}  // namespace
}  // namespace whylight
