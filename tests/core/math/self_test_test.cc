#include "core/math/self_test.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

TEST(SelfTest, FindsNothingWrongWithTheKernelsOfThisBuild) {
  EXPECT_EQ(FindKernelProblem(), "");
}

}  // namespace
}  // namespace whylight
