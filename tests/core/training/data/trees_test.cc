#include "core/training/data/trees.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace whylight {
namespace {

const Place kHere = {"a.trees", 7};

TEST(ParseTreeTest, GivesTheWholeFirstAndThenEveryPhrase) {
  const auto tree = ParseTree("(3 (2 A) (4 (4 fine) (2 pint)))", kHere);
  ASSERT_TRUE(tree.ok()) << tree.error().message;
  EXPECT_EQ(tree.value().words,
            (std::vector<std::string>{"A", "fine", "pint"}));
  std::vector<std::string> phrases;
  for (const TreePhrase& phrase : tree.value().phrases) {
    phrases.push_back(phrase.label + " " + tree.value().Text(phrase));
  }
  EXPECT_EQ(phrases,
            (std::vector<std::string>{"3 A fine pint", "2 A", "4 fine pint",
                                      "4 fine", "2 pint"}));
}

TEST(ParseTreeTest, SpacesMayStandAnywhereBetweenTheParts) {
  const auto tree = ParseTree("  ( S(NP the )\t( VP  pours) ) ", kHere);
  ASSERT_TRUE(tree.ok()) << tree.error().message;
  EXPECT_EQ(tree.value().Text(tree.value().phrases[0]), "the pours");
}

TEST(ParseTreeTest, WordsGetTheirBracketsBack) {
  const auto tree = ParseTree(
      R"((1 (0 -LRB-) (0 a-LRB-b) (0 -RRB-) (0 1\/2) (0 -LSB-\*-RCB-)))",
      kHere);
  ASSERT_TRUE(tree.ok());
  EXPECT_EQ(tree.value().words,
            (std::vector<std::string>{"(", "a(b", ")", "1/2", "[*}"}));
}

TEST(ParseTreeTest, AnyDepthIsRead) {
  constexpr std::size_t kDeep = 200'000;
  std::string line;
  for (std::size_t i = 0; i < kDeep; ++i) line += "(1";
  line += " deep" + std::string(kDeep, ')');
  const auto tree = ParseTree(line, kHere);
  ASSERT_TRUE(tree.ok());
  EXPECT_EQ(tree.value().phrases.size(), kDeep);
  EXPECT_EQ(tree.value().words.size(), 1u);
}

TEST(ParseTreeTest, ErrorsNameTheColumn) {
  const struct {
    std::string line;
    std::string error;
  } cases[] = {
      {"", "1: expected \"(\", found the end of the line"},
      {"pint", "1: expected \"(\", found \"pint\""},
      {"()", "2: expected a label after \"(\", found \")\""},
      {"(1)", "3: expected a word or \"(\", found \")\""},
      {"(1 a", "5: expected \")\", found the end of the line"},
      {"(1 a b)", "6: expected \")\", found \"b\""},
      {"(1 a (2 b))", "6: expected \")\" after a word, found \"(\""},
      {"(1 (2 a) b)", "10: expected \"(\" or \")\", found \"b\""},
      {"(1 (2 a)", "9: expected \")\", found the end of the line"},
      {"(1 a) (2 b)", "7: expected the end of the line, found \"(\""},
      {"(1 a))", "6: expected the end of the line, found \")\""},
  };
  for (const auto& [line, error] : cases) {
    const auto tree = ParseTree(line, kHere);
    ASSERT_FALSE(tree.ok()) << line;
    EXPECT_EQ(tree.error().code, ErrorCode::kBadData);
    EXPECT_EQ(tree.error().message, "a.trees:7:" + error);
  }
}

}  // namespace
}  // namespace whylight
