#include "core/inference/edit.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace whylight {
namespace {

struct Texts {
  const char* a;
  const char* b;
  Index start;
  Index end;
};

class CommonEndsTest : public testing::TestWithParam<Texts> {};

// Letters are the words.
TEST_P(CommonEndsTest, AreFoundAndCountNoWordTwice) {
  const auto& [a, b, start, end] = GetParam();
  const auto words = [](const std::string& letters) {
    return std::vector<char>(letters.begin(), letters.end());
  };
  for (const bool swapped : {false, true}) {
    const CommonEnds found = swapped ? FindCommonEnds(words(b), words(a))
                                     : FindCommonEnds(words(a), words(b));
    EXPECT_EQ(found.start, start) << a << " and " << b;
    EXPECT_EQ(found.end, end) << a << " and " << b;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Edits, CommonEndsTest,
    testing::Values(Texts{"", "", 0, 0}, Texts{"abc", "abc", 3, 0},
                    Texts{"abc", "", 0, 0}, Texts{"abcde", "abxde", 2, 2},
                    Texts{"abcde", "abde", 2, 2}, Texts{"aaa", "aa", 2, 0},
                    Texts{"abab", "ab", 2, 0}, Texts{"xab", "yab", 0, 2},
                    Texts{"abx", "aby", 2, 0}, Texts{"abc", "xyz", 0, 0}));

TEST(SpliceRowsTest, KeepsTheRowsOfBothEnds) {
  Matrix rows(4, 1);
  rows << 1, 2, 3, 4;
  SpliceRows(1, 4, 5, &rows);
  ASSERT_EQ(rows.rows(), 5);
  EXPECT_EQ(rows(0, 0), 1);
  EXPECT_EQ(rows(4, 0), 4);
  SpliceRows(0, 1, 2, &rows);
  ASSERT_EQ(rows.rows(), 2);
  EXPECT_EQ(rows(1, 0), 4);
}

}  // namespace
}  // namespace whylight
