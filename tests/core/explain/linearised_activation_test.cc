#include "core/explain/linearised_activation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace whylight {
namespace {

Matrix Row(std::initializer_list<Real> values) {
  Matrix row(1, static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), row.data());
  return row;
}

TEST(LinearisedActivationTest, SlopesAreTheDerivatives) {
  const Matrix s = Row({-2, -0.5, 0, 0.5, 2});
  EXPECT_EQ(ActivationSlopes(Activation::kIdentity, s), Matrix::Ones(1, 5));
  EXPECT_EQ(ActivationSlopes(Activation::kRelu, s), Row({0, 0, 0, 1, 1}));
  const Matrix slopes = ActivationSlopes(Activation::kTanh, s);
  for (Index i = 0; i < s.size(); ++i) {
    const double x = s(0, i);
    const double expected = (std::tanh(x + 1e-5) - std::tanh(x - 1e-5)) / 2e-5;
    EXPECT_NEAR(slopes(0, i), expected, 1e-6);
  }
}

TEST(LinearisedActivationTest, OnlyTanhLeavesAResidual) {
  const Matrix s = Row({-2, 0.5});
  const Matrix weights = Row({3, -1});
  EXPECT_EQ(ActivationResidual(Activation::kIdentity, s, weights), 0);
  EXPECT_EQ(ActivationResidual(Activation::kRelu, s, weights), 0);
  const auto left_out = [](double x) {
    return std::tanh(x) - (1 - std::tanh(x) * std::tanh(x)) * x;
  };
  EXPECT_NEAR(ActivationResidual(Activation::kTanh, s, weights),
              3 * left_out(-2) - left_out(0.5), 1e-6);
}

TEST(LinearisedActivationTest, ErrorIsWhatThePartsDoNotAccountFor) {
  const Completeness completeness = {
      .logit = 2, .ngrams = 1, .bias = 0.5, .residual = 0.75};
  EXPECT_EQ(completeness.error(), 0.25);
}

}  // namespace
}  // namespace whylight
