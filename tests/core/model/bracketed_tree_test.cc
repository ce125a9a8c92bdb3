#include "core/model/bracketed_tree.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

Error AtColumn(const std::string& message, std::size_t column) {
  return Invalid(std::to_string(column) + ": " + message);
}

std::string PhrasesOf(std::string_view line) {
  const auto tree = ParseBrackets(line, false, AtColumn);
  if (!tree.ok()) return tree.error().message;
  std::string phrases;
  for (const TreePhrase& phrase : tree.value().phrases) {
    EXPECT_EQ(phrase.label, "");
    phrases += (phrases.empty() ? "" : " | ") + tree.value().Text(phrase);
  }
  return phrases;
}

TEST(BracketedTreeTest, WithoutLabelsWordsStandBesideBrackets) {
  EXPECT_EQ(PhrasesOf("(It ('s lovely))"),
            "It 's lovely | It | 's lovely | 's | lovely");
  EXPECT_EQ(PhrasesOf(" ( a b\tc ) "), "a b c | a | b | c");
  EXPECT_EQ(PhrasesOf("((a) (b))"), "a b | a | a | b | b");
  EXPECT_EQ(PhrasesOf("alone"), "alone");
  EXPECT_EQ(PhrasesOf("(-LRB- a)"), "( a | ( | a");
}

TEST(BracketedTreeTest, WithoutLabelsErrorsNameTheColumnToo) {
  EXPECT_EQ(PhrasesOf(""), "1: expected \"(\", found the end of the line");
  EXPECT_EQ(PhrasesOf("()"), "2: expected a word or \"(\", found \")\"");
  EXPECT_EQ(PhrasesOf("(a (b)"),
            "7: expected \")\", found the end of the line");
  EXPECT_EQ(PhrasesOf("(a))"), "4: expected the end of the line, found \")\"");
  EXPECT_EQ(PhrasesOf("a b"), "3: expected the end of the line, found \"b\"");
}

TEST(BracketedTreeTest, WithoutLabelsAnyDepthIsRead) {
  constexpr std::size_t kDeepest = 200'000;
  const auto tree = ParseBrackets(
      std::string(kDeepest, '(') + "a" + std::string(kDeepest, ')'), false,
      AtColumn);
  ASSERT_TRUE(tree.ok());
  EXPECT_EQ(tree.value().phrases.size(), kDeepest + 1);
}

}  // namespace
}  // namespace whylight
