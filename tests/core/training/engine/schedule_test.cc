#include "core/training/engine/schedule.h"

#include <gtest/gtest.h>

#include <vector>

namespace whylight {
namespace {

// The factor in each epoch, at its first step.
std::vector<double> Epochs(const ScheduleOptions& options, int epochs) {
  std::vector<double> factors;
  for (int epoch = 0; epoch < epochs; ++epoch) {
    factors.push_back(ScheduleFactor(options,
                                     static_cast<std::uint64_t>(epoch) * 10,
                                     epoch, epoch / double(epochs), 0));
  }
  return factors;
}

TEST(ScheduleTest, IsConstantUnlessToldOtherwise) {
  EXPECT_EQ(Epochs({}, 3), (std::vector<double>{1, 1, 1}));
}

TEST(ScheduleTest, FallsEveryEpochAfterTheFirstOnes) {
  EXPECT_EQ(Epochs({.type = ScheduleType::kExponential, .factor = 0.5}, 4),
            (std::vector<double>{1, 0.5, 0.25, 0.125}));
  EXPECT_EQ(Epochs({.type = ScheduleType::kExponential,
                    .factor = 0.5,
                    .after_epochs = 3},
                   5),
            (std::vector<double>{1, 1, 1, 0.5, 0.25}));
}

TEST(ScheduleTest, FallsInSteps) {
  EXPECT_EQ(
      Epochs({.type = ScheduleType::kStep, .factor = 0.1, .every_epochs = 2},
             5),
      (std::vector<double>{1, 1, 0.1, 0.1, 0.1 * 0.1}));
}

TEST(ScheduleTest, FallsWithTheRootOfTheStepAfterItsWarmUp) {
  const ScheduleOptions options{.type = ScheduleType::kInverseSqrt,
                                .warm_up_steps = 4};
  const auto at = [&](std::uint64_t step) {
    return ScheduleFactor(options, step, 0, 0, 0);
  };
  EXPECT_DOUBLE_EQ(at(0), 0.25);
  EXPECT_DOUBLE_EQ(at(3), 1);
  EXPECT_DOUBLE_EQ(at(15), 0.5);
}

TEST(ScheduleTest, FallsLinearlyToItsFinalShare) {
  const ScheduleOptions options{.type = ScheduleType::kLinear,
                                .final_share = 0.2};
  EXPECT_DOUBLE_EQ(ScheduleFactor(options, 0, 0, 0, 0), 1);
  // Of ten steps, by the share that is done before each.
  EXPECT_DOUBLE_EQ(ScheduleFactor(options, 5, 0, 0.5, 0), 0.6);
  EXPECT_DOUBLE_EQ(ScheduleFactor(options, 9, 0, 0.9, 0), 0.28);
  EXPECT_DOUBLE_EQ(ScheduleFactor(options, 10, 0, 1, 0), 0.2);
}

TEST(ScheduleTest, IsHalvedAtEachReversion) {
  const ScheduleOptions options{.type = ScheduleType::kRevertAndHalve};
  EXPECT_DOUBLE_EQ(ScheduleFactor(options, 9, 3, 0.5, 0), 1);
  EXPECT_DOUBLE_EQ(ScheduleFactor(options, 9, 3, 0.5, 2), 0.25);
}

}  // namespace
}  // namespace whylight
