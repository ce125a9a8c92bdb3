#include "core/training/metrics/kappa.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

TEST(CohenKappaTest, EqualsWhatIsWorkedOutByHand) {
  // Of 100 things one marks 30, the other 20, and 15 are the same: they agree
  // on 15 + 65, and would by chance on 100 · (0.3 · 0.2 + 0.7 · 0.8) = 62.
  const MarkCounts counts = {.all = 100, .first = 30, .second = 20, .both = 15};
  EXPECT_NEAR(CohenKappa(counts), (0.80 - 0.62) / (1 - 0.62), 1e-12);
  EXPECT_NEAR(MarkPrecision(counts), 0.5, 1e-12);
  EXPECT_NEAR(MarkRecall(counts), 0.75, 1e-12);
}

TEST(CohenKappaTest, IsOneOfTheSameMarksAndZeroOfChance) {
  EXPECT_NEAR(CohenKappa({.all = 8, .first = 2, .second = 2, .both = 2}), 1,
              1e-12);
  EXPECT_NEAR(CohenKappa({.all = 50, .first = 10, .second = 20, .both = 4}), 0,
              1e-12);
  EXPECT_LT(CohenKappa({.all = 50, .first = 10, .second = 20, .both = 0}), 0);
}

TEST(CohenKappaTest, IsZeroWhereNothingCanDiffer) {
  EXPECT_EQ(CohenKappa({}), 0);
  EXPECT_EQ(CohenKappa({.all = 5}), 0);
  EXPECT_EQ(CohenKappa({.all = 5, .first = 5, .second = 5, .both = 5}), 0);
  EXPECT_EQ(MarkPrecision({.all = 5}), 0);
  EXPECT_EQ(MarkRecall({.all = 5}), 0);
}

TEST(MarkCountsTest, AddUp) {
  MarkCounts sum = {.all = 4, .first = 3, .second = 2, .both = 1};
  sum += {.all = 10, .first = 20, .second = 30, .both = 40};
  EXPECT_EQ(sum.all, 14);
  EXPECT_EQ(sum.first, 23);
  EXPECT_EQ(sum.second, 32);
  EXPECT_EQ(sum.both, 41);
}

}  // namespace
}  // namespace whylight
