#include "core/training/engine/start_mixture.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

TEST(StartMixtureTest, MixesTheStartWithWhatTrainingMadeOfIt) {
  Parameter parameter{"w", Matrix{{Real(1), Real(8)}}};
  StartMixture mixture({&parameter}, 0.25);
  parameter.value << 5, 8;
  mixture.Swap();
  EXPECT_TRUE(mixture.in_place());
  EXPECT_EQ(parameter.value(0, 0), Real(4));
  EXPECT_EQ(parameter.value(0, 1), Real(8));
  mixture.Swap();
  EXPECT_FALSE(mixture.in_place());
  EXPECT_EQ(parameter.value(0, 0), Real(5));
}

TEST(StartMixtureTest, KeepsTheStartForCheckpoints) {
  Parameter parameter{"w", Matrix{{Real(1)}}};
  StartMixture mixture({&parameter}, 0.5);
  parameter.value << 3;
  ASSERT_EQ(mixture.State().size(), 1u);
  EXPECT_EQ(mixture.State().front()->name, "w.start");
  EXPECT_EQ(mixture.State().front()->value(0, 0), Real(1));
}

}  // namespace
}  // namespace whylight
