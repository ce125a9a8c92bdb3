#include "core/training/baselines/ridge_regression.h"

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace whylight {
namespace {

TEST(RidgeRegressionTest, FindsALineThatIsThere) {
  Eigen::MatrixXd features(5, 1);
  features << -2, -1, 0, 1, 2;
  Eigen::MatrixXd wanted(5, 2);
  wanted << -3, 4, -1, 4, 1, 4, 3, 4, 5, 4;  // 2 x + 1, and 4.
  const auto line = RidgeRegression::Train(features, wanted);
  Eigen::MatrixXd other(2, 1);
  other << 0, 10;
  const Eigen::MatrixXd predicted = line.Predict(other);
  EXPECT_NEAR(predicted(0, 0), 1, 1e-9);
  // The weakest strength, 1/1000 of the features' variance, shrinks 2 so much.
  EXPECT_NEAR(predicted(1, 0), 1 + 20 / 1.001, 1e-9);
  EXPECT_NEAR(predicted(1, 1), 4, 1e-9);
}

TEST(RidgeRegressionTest, ShrinksWhatIsNoise) {
  const CounterRandom random(1, RandomPurpose::kInitialise);
  Eigen::MatrixXd features(40, 30);
  Eigen::MatrixXd wanted(40, 1);
  for (Eigen::Index row = 0; row < 40; ++row) {
    const auto at = static_cast<std::uint64_t>(row);
    for (Eigen::Index c = 0; c < 30; ++c) {
      features(row, c) = random.Normal(31 * at + static_cast<std::uint64_t>(c));
    }
    wanted(row, 0) = random.Normal(31 * at + 30);
  }
  const Eigen::MatrixXd predicted =
      RidgeRegression::Train(features, wanted).Predict(features);
  // The thirty weights of the least squares would fit most of it.
  const auto spread = [](const Eigen::MatrixXd& x) {
    return (x.array() - x.mean()).square().sum();
  };
  EXPECT_LT(spread(predicted), 0.4 * spread(wanted));
}

TEST(RidgeRegressionTest, FeaturesThatDoNotVaryPredictTheMean) {
  const Eigen::MatrixXd features = Eigen::MatrixXd::Constant(3, 2, 7);
  Eigen::MatrixXd wanted(3, 1);
  wanted << 1, 2, 6;
  const auto trained = RidgeRegression::Train(features, wanted);
  EXPECT_NEAR(trained.Predict(features)(0, 0), 3, 1e-9);
}

}  // namespace
}  // namespace whylight
