#include "core/training/metrics/bootstrap.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace whylight {
namespace {

TEST(PairedBootstrapTest, ALargeDifferenceIsNoLuck) {
  std::vector<double> first;
  std::vector<double> second;
  for (int i = 0; i < 100; ++i) {
    first.push_back(0.6 + 0.001 * i);
    second.push_back(0.5 + 0.0012 * i);
  }
  const PairedDifference found =
      PairedBootstrap(first, second, 1000, 1).value();
  EXPECT_NEAR(found.mean, 0.0901, 1e-9);
  EXPECT_LT(found.low, found.mean);
  EXPECT_GT(found.high, found.mean);
  EXPECT_EQ(found.p, 0);
  // The other way round the sign changes and nothing else.
  const PairedDifference other =
      PairedBootstrap(second, first, 1000, 1).value();
  EXPECT_NEAR(other.mean, -found.mean, 1e-12);
  EXPECT_EQ(other.p, found.p);
}

TEST(PairedBootstrapTest, NoDifferenceIsLuckAlone) {
  const std::vector<double> same = {0.2, 0.4, 0.9};
  const PairedDifference found = PairedBootstrap(same, same, 100, 1).value();
  EXPECT_EQ(found.mean, 0);
  EXPECT_EQ(found.p, 1);
}

// Of n pairs that differ by ±1 at random, the mean is about normal with
// deviation 1 / √n: the interval is as wide as theory has it.
TEST(PairedBootstrapTest, TheIntervalIsAsWideAsItShouldBe) {
  std::vector<double> first;
  std::vector<double> second;
  for (int i = 0; i < 400; ++i) {
    first.push_back(i % 2 == 0 ? 1 : 0);
    second.push_back(i % 2 == 0 ? 0 : 1);
  }
  const PairedDifference found =
      PairedBootstrap(first, second, 4000, 3).value();
  EXPECT_NEAR(found.high, 1.96 / 20, 0.015);
  EXPECT_NEAR(found.low, -1.96 / 20, 0.015);
  EXPECT_GT(found.p, 0.9);
}

TEST(PairedBootstrapTest, RefusesWhatIsNotPaired) {
  const std::vector<double> two = {1, 2};
  const std::vector<double> one = {1};
  const std::vector<double> bad = {1, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_FALSE(PairedBootstrap(two, one, 10, 1).ok());
  EXPECT_FALSE(PairedBootstrap(two, bad, 10, 1).ok());
  EXPECT_FALSE(PairedBootstrap({}, {}, 10, 1).ok());
  EXPECT_FALSE(PairedBootstrap(two, two, 0, 1).ok());
}

TEST(BootstrapCorrelationsTest, TellsAGoodFigureFromAUselessOne) {
  std::vector<double> good;
  std::vector<double> useless;
  std::vector<double> wanted;
  for (int i = 0; i < 200; ++i) {
    wanted.push_back(i % 10);
    good.push_back(3 * wanted.back() + i % 3);
    useless.push_back(i % 7);
  }
  const PairedDifference found =
      BootstrapCorrelations(good, useless, wanted, 500, 1).value();
  EXPECT_GT(found.low, 0.7);
  EXPECT_LT(found.low, found.mean);
  EXPECT_GT(found.high, found.mean);
  EXPECT_EQ(found.p, 0);
  // A line through a figure leaves its correlation as it is.
  std::vector<double> stretched;
  for (const double x : good) stretched.push_back(5 + 2 * x);
  const PairedDifference same =
      BootstrapCorrelations(stretched, useless, wanted, 500, 1).value();
  EXPECT_NEAR(same.mean, found.mean, 1e-9);
  EXPECT_NEAR(same.low, found.low, 1e-9);
}

TEST(BootstrapCorrelationsTest, WhatDoesNotVaryGoesWithNothing) {
  const std::vector<double> wanted = {0.1, 0.4, 0.2, 0.9};
  const std::vector<double> constant(4, 0.3);
  const PairedDifference found =
      BootstrapCorrelations(wanted, constant, wanted, 50, 1).value();
  EXPECT_NEAR(found.mean, 1, 1e-9);
  EXPECT_EQ(BootstrapCorrelations(constant, constant, wanted, 50, 1).value().p,
            1);
  EXPECT_FALSE(BootstrapCorrelations(wanted, constant, {}, 50, 1).ok());
}

}  // namespace
}  // namespace whylight
