#include "core/training/metrics/platt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "core/training/metrics/calibration.h"

namespace whylight {
namespace {

TEST(LogisticCurveTest, FindsTheCurveThatOutcomesWereDrawnFrom) {
  const LogisticCurve truth{6, -2};
  std::vector<double> scores;
  std::vector<std::uint8_t> came_true;
  const CounterRandom random(1, RandomPurpose::kSample);
  for (std::uint64_t i = 0; i < 20000; ++i) {
    scores.push_back(random.Uniform(2 * i));
    came_true.push_back(
        random.Uniform(2 * i + 1) < truth.Probability(scores.back()) ? 1 : 0);
  }
  const LogisticCurve found = FitLogisticCurve(scores, came_true).value();
  EXPECT_NEAR(found.slope, truth.slope, 0.3);
  EXPECT_NEAR(found.intercept, truth.intercept, 0.15);
  std::vector<double> probabilities;
  for (const double score : scores) {
    probabilities.push_back(found.Probability(score));
  }
  EXPECT_LT(MeasureCalibration(probabilities, came_true).value().error, 0.02);
}

TEST(LogisticCurveTest, ScoresThatTellAllApartHaveACurveToo) {
  const std::vector<double> scores = {0.1, 0.2, 0.8, 0.9};
  const LogisticCurve found =
      FitLogisticCurve(scores, std::vector<std::uint8_t>{0, 0, 1, 1}).value();
  EXPECT_TRUE(std::isfinite(found.slope));
  // The targets of two examples each: 3/4 and 1/4.
  EXPECT_NEAR(found.Probability(0.85), 0.75, 0.02);
  EXPECT_NEAR(found.Probability(0.15), 0.25, 0.02);
}

TEST(LogisticCurveTest, EqualScoresHaveTheShareOfThoseThatCameTrue) {
  std::vector<std::uint8_t> came_true(100, 0);
  std::fill(came_true.begin(), came_true.begin() + 30, 1);
  const LogisticCurve found =
      FitLogisticCurve(std::vector<double>(100, 0.5), came_true).value();
  EXPECT_NEAR(found.Probability(0.5), 0.3, 0.01);
}

TEST(LogisticCurveTest, RefusesOneKindAndNaN) {
  const std::vector<double> two = {0.1, 0.2};
  EXPECT_FALSE(FitLogisticCurve(two, std::vector<std::uint8_t>{1, 1}).ok());
  EXPECT_FALSE(FitLogisticCurve(two, std::vector<std::uint8_t>{1}).ok());
  EXPECT_FALSE(
      FitLogisticCurve(
          std::vector<double>{0.1, std::numeric_limits<double>::quiet_NaN()},
          std::vector<std::uint8_t>{0, 1})
          .ok());
}

}  // namespace
}  // namespace whylight
