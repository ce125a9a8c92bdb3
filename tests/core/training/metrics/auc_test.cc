#include "core/training/metrics/auc.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace whylight {
namespace {

constexpr double kTolerance = 1e-12;

using Numbers = std::vector<double>;
using Classes = std::vector<std::uint8_t>;

TEST(AreaUnderRocTest, EqualsWhatIsWorkedOutByHand) {
  // Positives 0.8 and 0.4, negatives 0.6, 0.3 and 0.1: of six pairs only
  // 0.4 against 0.6 is lost.
  EXPECT_NEAR(
      AreaUnderRoc(Numbers{0.6, 0.8, 0.3, 0.4, 0.1}, Classes{0, 1, 0, 1, 0})
          .value(),
      5.0 / 6, kTolerance);
}

TEST(AreaUnderRocTest, ATieCountsHalf) {
  EXPECT_EQ(AreaUnderRoc(Numbers{1, 1, 1}, Classes{1, 0, 0}).value(), 0.5);
  // Positives 2 and 1, negatives 1 and 0: 1 + 1 + 1/2 + 1 of four pairs.
  EXPECT_NEAR(AreaUnderRoc(Numbers{2, 1, 1, 0}, Classes{1, 1, 0, 0}).value(),
              3.5 / 4, kTolerance);
}

TEST(AreaUnderRocTest, RefusesOneClassOnlyAndNan) {
  const auto positives = AreaUnderRoc(Numbers{1, 2}, Classes{1, 1});
  ASSERT_FALSE(positives.ok());
  EXPECT_EQ(positives.error().message,
            "expected positive and negative examples, found no negative one");
  EXPECT_FALSE(AreaUnderRoc(Numbers{1, 2}, Classes{0, 0}).ok());
  EXPECT_FALSE(AreaUnderRoc({}, {}).ok());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(AreaUnderRoc(Numbers{1, nan}, Classes{0, 1}).ok());
}

TEST(AveragePrecisionOfPairsTest, EqualsWhatIsWorkedOutByHand) {
  // By score: positive, negative, positive: (1/1 + 2/3) / 2.
  EXPECT_NEAR(
      AveragePrecisionOfPairs(Numbers{0.2, 0.9, 0.5}, Classes{1, 1, 0}).value(),
      (1 + 2.0 / 3) / 2, kTolerance);
}

TEST(AveragePrecisionOfPairsTest, BreaksTiesAgainstThePositives) {
  // The positive is third of three, though it stands first.
  EXPECT_NEAR(
      AveragePrecisionOfPairs(Numbers{1, 1, 1}, Classes{1, 0, 0}).value(),
      1.0 / 3, kTolerance);
}

TEST(AveragePrecisionOfPairsTest, RefusesNoPositivesAndNan) {
  EXPECT_FALSE(AveragePrecisionOfPairs(Numbers{1, 2}, Classes{0, 0}).ok());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(AveragePrecisionOfPairs(Numbers{1, nan}, Classes{0, 1}).ok());
}

}  // namespace
}  // namespace whylight
