#include "core/base/steps.h"

#include <gtest/gtest.h>

#include <string>

namespace whylight {
namespace {

const auto kTwo = [] { return Result<int>(2); };
const auto kFail = [] { return Result<int>(Invalid("no two")); };
const auto kTriple = [](int number) {
  return Later([number] { return Result<int>(3 * number); });
};
const auto kTell = [](int number) { return std::to_string(number); };

TEST(StepsTest, AreDoneOneAtATimeAndOnlyWhenAsked) {
  int made = 0;
  const auto begun = Later([&made] { return Result<int>(++made); });
  EXPECT_EQ(made, 0);
  EXPECT_TRUE(begun.value()->Step());
  EXPECT_EQ(made, 1);
  EXPECT_FALSE(begun.value()->Step());
  EXPECT_EQ(begun.value()->Finish().value(), 1);
  EXPECT_EQ(made, 1);
}

TEST(StepsTest, FollowEachOther) {
  EXPECT_EQ(Finished(AtOnce(kTwo())).value(), 2);
  EXPECT_EQ(Finished(Then(After(Later(kTwo), kTriple), kTell)).value(), "6");
}

TEST(StepsTest, EndWithTheFirstError) {
  const auto fails = [](int) { return Later(kFail); };
  EXPECT_EQ(Finished(AtOnce(kFail())).error().message, "no two");
  EXPECT_EQ(Finished(Then(After(Later(kFail), kTriple), kTell)).error().message,
            "no two");
  EXPECT_EQ(Finished(After(Later(kTwo), fails)).error().message, "no two");
}

}  // namespace
}  // namespace whylight
