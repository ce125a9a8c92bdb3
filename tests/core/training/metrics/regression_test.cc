#include "core/training/metrics/regression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace whylight {
namespace {

constexpr double kTolerance = 1e-12;

using Numbers = std::vector<double>;

TEST(RegressionTest, EqualsWhatIsWorkedOutByHand) {
  const Numbers predicted = {1, 2, 3, 6};
  const Numbers wanted = {1, 3, 5, 3};
  // Errors 0, -1, -2 and 3: 14 / 4.
  EXPECT_NEAR(MeanSquaredError(predicted, wanted).value(), 3.5, kTolerance);
  // Around the means, both 3: -2 -1 0 3 and -2 0 2 0. Products 4, squares 14
  // and 8.
  EXPECT_NEAR(PearsonCorrelation(predicted, wanted).value(),
              4 / std::sqrt(14.0 * 8), kTolerance);
}

TEST(RegressionTest, CorrelationIsOneOfALineWhateverItsScale) {
  EXPECT_NEAR(PearsonCorrelation(Numbers{1, 2, 4}, Numbers{30, 50, 90}).value(),
              1, kTolerance);
  EXPECT_NEAR(PearsonCorrelation(Numbers{1, 2, 4}, Numbers{-1, -2, -4}).value(),
              -1, kTolerance);
}

TEST(RegressionTest, CorrelationOfRanksIsOneOfWhatRises) {
  EXPECT_NEAR(SpearmanCorrelation(Numbers{1, 2, 9}, Numbers{3, 4, 5}).value(),
              1, kTolerance);
  // Ranks 1, 2.5, 2.5, 4 and 4, 2, 3, 1: around 2.5, products -4.5, squares
  // 4.5 and 5.
  EXPECT_NEAR(
      SpearmanCorrelation(Numbers{1, 2, 2, 7}, Numbers{9, 3, 4, 0}).value(),
      -4.5 / std::sqrt(4.5 * 5), kTolerance);
}

TEST(RegressionTest, CorrelationIsNothingWhereNothingVaries) {
  EXPECT_EQ(PearsonCorrelation(Numbers{2, 2}, Numbers{1, 3}).value(), 0);
  EXPECT_EQ(PearsonCorrelation(Numbers{1, 3}, Numbers{2, 2}).value(), 0);
  EXPECT_EQ(PearsonCorrelation({}, {}).value(), 0);
  EXPECT_EQ(MeanSquaredError({}, {}).value(), 0);
}

TEST(RegressionTest, RefusesNanAndNumbersWithoutPartners) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& figure :
       {MeanSquaredError, PearsonCorrelation, SpearmanCorrelation}) {
    for (const auto& read : {figure(Numbers{1, nan}, Numbers{1, 2}),
                             figure(Numbers{1, 2}, Numbers{1, nan})}) {
      ASSERT_FALSE(read.ok());
      EXPECT_EQ(read.error().code, ErrorCode::kNotFinite);
      EXPECT_EQ(read.error().message,
                "expected numbers, found NaN as the 2. of 2");
    }
    const auto uneven = figure(Numbers{1}, Numbers{1, 2});
    ASSERT_FALSE(uneven.ok());
    EXPECT_EQ(uneven.error().message, "expected 2 numbers, found 1");
  }
}

}  // namespace
}  // namespace whylight
