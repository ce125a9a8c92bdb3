#include "core/train/engine/adam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace whylight {
namespace {

TEST(AdamTest, FirstStepMovesByTheLearningRateAgainstTheGradient) {
  // m / √v is ±1 after bias correction, whatever the gradient's size.
  Parameter x{"x", Matrix::Zero(1, 3)};
  Adam adam({&x}, {.learning_rate = 0.01, .clip_norm = 0});
  std::vector<Matrix> gradients = {Matrix(1, 3)};
  gradients[0] << 2, -0.5, 1000;
  ASSERT_TRUE(adam.Step(gradients).ok());
  EXPECT_NEAR(x.value(0, 0), -0.01, 1e-6);
  EXPECT_NEAR(x.value(0, 1), 0.01, 1e-6);
  EXPECT_NEAR(x.value(0, 2), -0.01, 1e-6);
}

TEST(AdamTest, SecondStepFollowsTheFormula) {
  Parameter x{"x", Matrix::Zero(1, 1)};
  Adam adam({&x}, {.learning_rate = 0.1, .clip_norm = 0});
  double m = 0;
  double v = 0;
  double expected = 0;
  int t = 0;
  for (const double g : {1.0, -3.0, 0.5}) {
    ++t;
    m = 0.9 * m + 0.1 * g;
    v = 0.999 * v + 0.001 * g * g;
    expected -= 0.1 * (m / (1 - std::pow(0.9, t))) /
                (std::sqrt(v / (1 - std::pow(0.999, t))) + 1e-8);
    std::vector<Matrix> gradients = {
        Matrix::Constant(1, 1, static_cast<Real>(g))};
    ASSERT_TRUE(adam.Step(gradients).ok());
    EXPECT_NEAR(x.value(0, 0), expected, 1e-5);
  }
}

TEST(AdamTest, ClipsByTheNormOfAllGradientsTogether) {
  Parameter x{"x", Matrix::Zero(1, 1)};
  Parameter y{"y", Matrix::Zero(1, 1)};
  Adam adam({&x, &y}, {.clip_norm = 1});
  std::vector<Matrix> gradients = {Matrix::Constant(1, 1, 3),
                                   Matrix::Constant(1, 1, 4)};
  ASSERT_TRUE(adam.Step(gradients).ok());
  EXPECT_NEAR(gradients[0](0, 0), 0.6, 1e-6);
  EXPECT_NEAR(gradients[1](0, 0), 0.8, 1e-6);
}

TEST(AdamTest, NamesTheTensorWhoseGradientIsNotFiniteAndChangesNothing) {
  Parameter x{"x", Matrix::Ones(1, 1)};
  Parameter bad{"generator.choice.W", Matrix::Ones(1, 1)};
  Adam adam({&x, &bad}, {});
  std::vector<Matrix> gradients = {
      Matrix::Ones(1, 1),
      Matrix::Constant(1, 1, std::numeric_limits<Real>::quiet_NaN())};
  const Status status = adam.Step(gradients);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kNotFinite);
  EXPECT_NE(status.error().message.find("generator.choice.W"),
            std::string::npos);
  EXPECT_EQ(x.value(0, 0), 1);
}

}  // namespace
}  // namespace whylight
