#include "core/layers/initialise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace whylight {
namespace {

constexpr Index kFanIn = 120;
constexpr Index kFanOut = 280;

Matrix Initial(Initialisation how, std::uint64_t seed = 3) {
  return InitialMatrix(how, kFanIn, kFanOut, seed, "W");
}

double MeanSquare(const Matrix& matrix) {
  return matrix.cast<double>().array().square().mean();
}

TEST(InitialiseTest, UniformKindsFillTheirIntervalAndNoMore) {
  const std::vector<std::pair<Initialisation, double>> limits = {
      {Initialisation::kXavier, std::sqrt(6.0 / (kFanIn + kFanOut))},
      {Initialisation::kUnitRows, std::sqrt(3.0 / kFanIn)},
      {Initialisation::kSmall, 0.05}};
  for (const auto& [how, limit] : limits) {
    const Matrix matrix = Initial(how);
    const auto [low, high] =
        std::minmax_element(matrix.data(), matrix.data() + matrix.size());
    EXPECT_LE(*high, limit * 1.000001);
    EXPECT_GE(*low, -limit * 1.000001);
    EXPECT_GT(*high, 0.999 * limit);
    EXPECT_LT(*low, -0.999 * limit);
    // 33,600 numbers: four standard errors of the mean and of the square are
    // 1.3 % of the limit and 2 % of limit² / 3.
    EXPECT_NEAR(matrix.cast<double>().mean(), 0, 0.013 * limit);
    EXPECT_NEAR(MeanSquare(matrix) / (limit * limit / 3), 1, 0.02);
  }
}

TEST(InitialiseTest, XavierVarianceIsTwoOverBothFans) {
  EXPECT_NEAR(
      MeanSquare(Initial(Initialisation::kXavier)) * (kFanIn + kFanOut) / 2, 1,
      0.02);
}

TEST(InitialiseTest, UnitRowsGiveEveryUnitWeightsOfExpectedSquareOne) {
  // A unit's weights are a column here, a row of the [h x d] other programs
  // know.
  const Matrix matrix = Initial(Initialisation::kUnitRows);
  EXPECT_NEAR(matrix.colwise().squaredNorm().mean(), 1, 0.02);
}

TEST(InitialiseTest, HeIsNormalWithVarianceTwoOverFanIn) {
  const Matrix matrix = Initial(Initialisation::kHe);
  const double deviation = std::sqrt(2.0 / kFanIn);
  EXPECT_NEAR(MeanSquare(matrix) / (deviation * deviation), 1, 0.04);
  EXPECT_NEAR(matrix.cast<double>().mean(), 0, 0.025 * deviation);
  // A uniform distribution of this variance ends at √3 deviations.
  EXPECT_GT(matrix.cwiseAbs().maxCoeff(), 3 * deviation);
}

TEST(InitialiseTest, NormalVariateHasTheMomentsOfTheStandardNormal) {
  const CounterRandom random(9, RandomPurpose::kInitialise);
  constexpr int kCount = 200000;
  double sum[5] = {};
  int inside = 0;
  for (int i = 0; i < kCount; ++i) {
    const double x = random.Normal(static_cast<std::uint64_t>(i));
    double power = 1;
    for (int moment = 1; moment <= 4; ++moment) sum[moment] += power *= x;
    inside += std::abs(x) < 1 ? 1 : 0;
  }
  // Four standard errors: √(1, 2, 15, 96) / √200,000 times four.
  EXPECT_NEAR(sum[1] / kCount, 0, 0.009);
  EXPECT_NEAR(sum[2] / kCount, 1, 0.013);
  EXPECT_NEAR(sum[3] / kCount, 0, 0.035);
  EXPECT_NEAR(sum[4] / kCount, 3, 0.088);
  EXPECT_NEAR(static_cast<double>(inside) / kCount, 0.6827, 0.0042);
}

TEST(InitialiseTest, SeedAndNameDecideTheNumbers) {
  EXPECT_EQ(Initial(Initialisation::kHe, 3), Initial(Initialisation::kHe, 3));
  EXPECT_NE(Initial(Initialisation::kHe, 3), Initial(Initialisation::kHe, 4));
  EXPECT_NE(InitialMatrix(Initialisation::kSmall, 4, 4, 1, "W"),
            InitialMatrix(Initialisation::kSmall, 4, 4, 1, "U"));
}

}  // namespace
}  // namespace whylight
