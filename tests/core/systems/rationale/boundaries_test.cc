#include "core/systems/rationale/boundaries.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/text/tokenizer.h"

namespace whylight {
namespace {

Boundaries EnglishBoundaries() {
  return {.cut_cost = 3,
          .breaks = {"but", "and"},
          .open = {"and", "a", "the"},
          .negations = {"not", "never"},
          .glue = {"very", "a"}};
}

EdgeCosts CostsIn(const Boundaries& boundaries, const std::string& text) {
  WordFlags flags;
  for (const Token& token : Tokenize(text)) {
    flags.push_back(FlagsOf(boundaries, token.text));
  }
  return CostsOfEdges(boundaries, flags, 1);
}

constexpr Real kForbidden = std::numeric_limits<Real>::infinity();

TEST(BoundariesTest, CutsBesideABreakOrAnEndOfTheTextCostNoMore) {
  const EdgeCosts costs =
      CostsIn(EnglishBoundaries(), "thin body but nice smell");
  EXPECT_EQ(costs.start, (std::vector<Real>{1, 3, 1, 1, 3}));
  EXPECT_EQ(costs.end, (std::vector<Real>{3, 1, 1, 3, 1}));
}

TEST(BoundariesTest, NoRunStartsOrEndsAtPunctuationOrAnOpenWord) {
  // "!!!" and U+2026 are on no list and in no vocabulary.
  const EdgeCosts costs =
      CostsIn(EnglishBoundaries(), "nice , the smell and taste !!! \u2026");
  EXPECT_EQ(costs.start,
            (std::vector<Real>{1, kForbidden, kForbidden, 3, kForbidden, 1,
                               kForbidden, kForbidden}));
  EXPECT_EQ(costs.end,
            (std::vector<Real>{1, kForbidden, kForbidden, 1, kForbidden, 1,
                               kForbidden, kForbidden}));
}

TEST(BoundariesTest, NoRunLeavesOutTheNegationOfItsFirstWord) {
  const EdgeCosts costs = CostsIn(EnglishBoundaries(), "not a very good beer");
  EXPECT_EQ(costs.start,
            (std::vector<Real>{1, kForbidden, kForbidden, kForbidden, 3}));
  // A negation ends where something else stands between.
  EXPECT_EQ(CostsIn(EnglishBoundaries(), "not , good").start[2], 1);
  EXPECT_EQ(CostsIn(EnglishBoundaries(), "never not good").start,
            (std::vector<Real>{1, kForbidden, kForbidden}));
}

TEST(BoundariesTest, WithoutListsOnlyPunctuationCounts) {
  const EdgeCosts costs = CostsIn(Boundaries(), "not good . but cheap");
  EXPECT_EQ(costs.start, (std::vector<Real>{1, 1, kForbidden, 1, 1}));
  EXPECT_TRUE(CostsIn(Boundaries(), "").start.empty());
}

}  // namespace
}  // namespace whylight
