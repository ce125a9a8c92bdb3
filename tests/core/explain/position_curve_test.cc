#include "core/explain/position_curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kWords = 9;
constexpr Index kStates = 6;
const std::vector<Real> kGrades = {-2, -1, 0, 1, 2};

class PositionCurveTest : public testing::Test {
 protected:
  PositionCurve Trace(const Matrix& weights, const RowVector& bias) const {
    const auto result = TracePositions(states_, weights, bias, kGrades);
    EXPECT_TRUE(result.ok());
    return result.value();
  }

  Matrix states_ = RandomMatrix(kWords, kStates, "states");
  Matrix weights_ = 3 * RandomMatrix(kStates, 5, "weights");
  RowVector bias_ = RandomMatrix(1, 5, "bias");
};

TEST_F(PositionCurveTest, CurveIsTheExpectedValueOfTheLocalClasses) {
  const PositionCurve found = Trace(weights_, bias_);
  for (Index t = 0; t < kWords; ++t) {
    double normaliser = 0;
    double sum = 0;
    for (Index k = 0; k < 5; ++k) {
      const double logit = states_.row(t).dot(weights_.col(k)) + bias_(k);
      normaliser += std::exp(logit);
      sum += std::exp(logit) * kGrades[static_cast<std::size_t>(k)];
    }
    EXPECT_NEAR(found.curve[static_cast<std::size_t>(t)], sum / normaliser,
                1e-5);
    EXPECT_NEAR(found.probabilities.row(t).sum(), 1, 1e-6);
  }
}

TEST_F(PositionCurveTest, MeanOfLocalLogitsIsTheLogitOfTheMeanState) {
  const RowVector of_mean = states_.colwise().mean() * weights_ + bias_;
  EXPECT_LT(
      (Trace(weights_, bias_).mean_logits - of_mean).cwiseAbs().maxCoeff(),
      1e-5);
}

TEST_F(PositionCurveTest, CurveStaysWithinTheClassValues) {
  for (const Real scale : {Real{1}, Real{1000}}) {
    for (const Real value : Trace(scale * weights_, bias_).curve) {
      EXPECT_GE(value, -2);
      EXPECT_LE(value, 2);
    }
  }
}

TEST_F(PositionCurveTest, MirroredClassesMirrorTheCurve) {
  const auto curve = Trace(weights_, bias_).curve;
  const auto mirrored =
      Trace(weights_.rowwise().reverse(), bias_.reverse()).curve;
  for (std::size_t t = 0; t < curve.size(); ++t) {
    EXPECT_NEAR(mirrored[t], -curve[t], 1e-5);
  }
}

TEST_F(PositionCurveTest, MisfitsAreErrors) {
  EXPECT_FALSE(
      TracePositions(Matrix(0, kStates), weights_, bias_, kGrades).ok());
  EXPECT_FALSE(TracePositions(states_, weights_, bias_, {}).ok());
  EXPECT_FALSE(TracePositions(states_, weights_, bias_, {0, 1}).ok());
  EXPECT_FALSE(
      TracePositions(states_, weights_.topRows(2), bias_, kGrades).ok());
  EXPECT_FALSE(TracePositions(states_, weights_, bias_.head(3), kGrades).ok());
}

}  // namespace
}  // namespace whylight
