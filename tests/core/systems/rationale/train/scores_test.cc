#include "core/systems/rationale/train/scores.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

constexpr double kTolerance = 1e-6;

TEST(ErrorScalesTest, AreVariancesTimesTheShareThatIsRated) {
  Matrix ratings(4, 3);
  // Variances 1/4, 8/81 of three quarters, and none of one quarter.
  ratings << 0, 0, kUnrated,     //
      1, kUnrated, Real(0.5),    //
      0, Real(2) / 3, kUnrated,  //
      1, Real(2) / 3, kUnrated;
  const std::vector<double> scales = ErrorScales(ratings, {0, 1, 2, 3}, 3);
  EXPECT_NEAR(scales[0], 0.25, kTolerance);
  // Mean 4/9, mean of squares 8/27: 24/81 - 16/81.
  EXPECT_NEAR(scales[1], 8.0 / 81 * 0.75, kTolerance);
  EXPECT_NEAR(scales[2], 1e-6 / 4, 1e-9);
  // A rating that none of the rows has makes no errors to scale.
  EXPECT_EQ(ErrorScales(ratings, {0, 2}, 3)[2], 1);
}

TEST(MeanRatingTest, IsOfTheRatingsThatAreThere) {
  Matrix ratings(3, 2);
  ratings << Real(0.5), 1, kUnrated, 0, 1, 1;
  EXPECT_EQ(MeanRating(ratings, 0), Real(0.75));
  EXPECT_NEAR(MeanRating(ratings, 1), 2.0 / 3, kTolerance);
}

}  // namespace
}  // namespace whylight
