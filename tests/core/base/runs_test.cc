#include "core/base/runs.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

TEST(SelectedRunsTest, FindsMaximalRuns) {
  const auto runs =
      SelectedRuns(std::vector<std::uint8_t>{1, 1, 0, 1, 0, 0, 1});
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[0].last, 1u);
  EXPECT_EQ(runs[1].first, 3u);
  EXPECT_EQ(runs[2].first, 6u);
  EXPECT_TRUE(SelectedRuns({}).empty());
}

}  // namespace
}  // namespace whylight
