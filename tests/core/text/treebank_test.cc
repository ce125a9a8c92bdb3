#include "core/text/treebank.h"

#include <gtest/gtest.h>

#include <string>

namespace whylight {
namespace {

TEST(TreebankTest, TextIsPutBackAsPeopleWriteIt) {
  const struct {
    std::string split;
    std::string written;
  } cases[] = {
      {"", ""},
      {"a  fine\tpint ", "a fine pint"},
      {"It does n't , it ca n't , it wo n't",
       "It doesn't , it can't , it won't"},
      {"we sha n't ; it ai n't", "we shan't ; it ain't"},
      {"it 's I 'm we 've they 're", "it's I'm we've they're"},
      {"he 'll say i 'd go", "he'll say i'd go"},
      {"IT DOES N'T and The Bar 'S", "IT DOESN'T and The Bar'S"},
      {"gon na wan na got ta gim me lem me", "gonna wanna gotta gimme lemme"},
      {"'T is and 't was", "'Tis and 'twas"},
      {"you can not give me na", "you can not give me na"},
      {"`` fine '' and ` flat '", "\" fine \" and ' flat '"},
      {"-LRB- a -RRB- -lsb- b -rsb- -LCB- c -RCB-", "( a ) [ b ] { c }"},
      {"and\\/or 3 1\\/2 \\*\\*", "and/or 3 1/2 **"},
      {"the '60s and 'em", "the '60s and 'em"},
      {"cr\u00e8me 's", "cr\u00e8me's"},
  };
  for (const auto& [split, written] : cases) {
    EXPECT_EQ(JoinTreebank(split), written);
  }
}

TEST(TreebankTest, APhraseMayBeginWithWhatBelongsToAWordBefore) {
  EXPECT_EQ(JoinTreebank("n't"), "not");
  EXPECT_EQ(JoinTreebank("N'T bad"), "not bad");
  EXPECT_EQ(JoinTreebank("'s a pint"), "'s a pint");
  EXPECT_EQ(JoinTreebank("na"), "na");
}

TEST(TreebankTest, WhatPeopleWriteStaysAsItIs) {
  const std::string text = "It's a \"film\" I can't (won't) see, and/or don't";
  EXPECT_EQ(JoinTreebank(text), text);
}

}  // namespace
}  // namespace whylight
