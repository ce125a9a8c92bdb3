#include "core/base/first_characters.h"

#include <gtest/gtest.h>

#include <string>

namespace whylight {
namespace {

TEST(FirstCharactersTest, CutsNoCharacterInTwo) {
  EXPECT_EQ(FirstCharacters("bier", 4), "bier");
  EXPECT_EQ(FirstCharacters("biere", 4), "bier");
  EXPECT_EQ(FirstCharacters("caf\u00e9", 4), "caf");
  EXPECT_EQ(FirstCharacters("caf\u00e9", 5), "caf\u00e9");
  EXPECT_EQ(FirstCharacters("\U0001F37A\U0001F37A", 7), "\U0001F37A");
  EXPECT_EQ(FirstCharacters(std::string(100, 'a')), std::string(60, 'a'));
}

}  // namespace
}  // namespace whylight
