#include "core/text/sentences.h"

#include <gtest/gtest.h>

#include <string>

namespace whylight {
namespace {

std::vector<std::size_t> Lengths(const std::string& text) {
  return SentenceLengths(text, Tokenize(text));
}

TEST(SentencesTest, EndAfterTheirMarksAndWithTheirLines) {
  using Sizes = std::vector<std::size_t>;
  EXPECT_EQ(Lengths("Hop!!! It rains\nin May"), (Sizes{2, 2, 2}));
  EXPECT_EQ(Lengths("One. Two? Three\u2026 four\u3002"), (Sizes{2, 2, 2, 2}));
  EXPECT_EQ(Lengths("9.5 of 10, no more"), (Sizes{6}));
  EXPECT_EQ(Lengths("\U0001F37A\xFF\r\n\r\n. a"), (Sizes{2, 1, 1}));
  EXPECT_EQ(Lengths(" \n"), Sizes{});
}

}  // namespace
}  // namespace whylight
