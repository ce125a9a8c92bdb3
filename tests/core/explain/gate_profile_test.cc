#include "core/explain/gate_profile.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

TEST(GateProfileTest, ConstantGateIsFlatAndItsMemoryTendsToItsLimit) {
  const auto profile = ProfileGates(Matrix::Constant(60, 3, Real{0.75}));
  ASSERT_TRUE(profile.ok());
  for (std::size_t t = 0; t < 60; ++t) {
    EXPECT_FLOAT_EQ(static_cast<float>(profile.value().mean[t]), 0.25f);
    EXPECT_FLOAT_EQ(static_cast<float>(profile.value().max[t]), 0.25f);
  }
  EXPECT_EQ(profile.value().memory[0], 1);
  EXPECT_EQ(profile.value().memory[1], Real{1.75});
  EXPECT_NEAR(profile.value().memory[59], 4, 1e-5);
}

TEST(GateProfileTest, MeanAndMaximumAreTakenOverUnits) {
  Matrix decays(2, 2);
  decays << 0.5, 0.25, 1, 0.5;
  const auto profile = ProfileGates(decays);
  ASSERT_TRUE(profile.ok());
  EXPECT_EQ(profile.value().mean, (std::vector<Real>{0.625, 0.25}));
  EXPECT_EQ(profile.value().max, (std::vector<Real>{0.75, 0.5}));
  // One unit remembers both words, the other one and a half.
  EXPECT_EQ(profile.value().memory, (std::vector<Real>{1, 1.75}));
}

TEST(GateProfileTest, ValuesStayInTheirRanges) {
  const auto profile = ProfileGates(
      (4 * RandomMatrix(30, 5, "decays")).array().logistic().matrix());
  ASSERT_TRUE(profile.ok());
  for (std::size_t t = 0; t < 30; ++t) {
    EXPECT_GT(profile.value().mean[t], 0);
    EXPECT_LT(profile.value().mean[t], profile.value().max[t]);
    EXPECT_LT(profile.value().max[t], 1);
    EXPECT_GE(profile.value().memory[t], 1);
    EXPECT_LE(profile.value().memory[t], static_cast<Real>(t + 1));
  }
}

TEST(GateProfileTest, WhatIsNoDecayIsAnError) {
  EXPECT_FALSE(ProfileGates(Matrix::Constant(2, 2, Real{1.25})).ok());
  EXPECT_FALSE(ProfileGates(Matrix::Constant(
                                2, 2, std::numeric_limits<Real>::quiet_NaN()))
                   .ok());
  EXPECT_FALSE(ProfileGates(Matrix(3, 0)).ok());
  EXPECT_TRUE(ProfileGates(Matrix(0, 3)).ok());
}

}  // namespace
}  // namespace whylight
