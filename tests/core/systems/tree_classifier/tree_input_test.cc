#include "core/systems/tree_classifier/tree_input.h"

#include <gtest/gtest.h>

#include "tests/core/systems/tree_classifier/parsed_tree.h"

namespace whylight {
namespace {

// Nodes as text: words, "(left right)" and "<part>", with labels behind.
std::string Shape(const TreeInput& input, std::int32_t number) {
  const Trees::Node& node = input.trees.nodes[static_cast<std::size_t>(number)];
  std::string label;
  if (node.label != Trees::kNone) label = ":" + std::to_string(node.label);
  if (node.left == Trees::kNone) return std::to_string(node.word) + label;
  const std::string left = Shape(input, node.left);
  if (node.right == Trees::kNone) return "<" + left + ">" + label;
  return "(" + left + " " + Shape(input, node.right) + ")" + label;
}

std::string ShapeOf(std::string_view line, bool reads_constituents = false) {
  const TreeInput input =
      ReadTreeInput(ParsedTree(line), Vocabulary(), reads_constituents,
                    ConstituentNumbers({"NP", "VP"}));
  // The whole is the first phrase, and the last node.
  EXPECT_EQ(input.nodes.front() + 1, input.trees.nodes.size());
  for (std::size_t i = 0; i < input.trees.nodes.size(); ++i) {
    EXPECT_LT(input.trees.nodes[i].left, static_cast<std::int32_t>(i));
    EXPECT_LT(input.trees.nodes[i].right, static_cast<std::int32_t>(i));
  }
  return Shape(input, static_cast<std::int32_t>(input.nodes.front()));
}

TEST(TreeInputTest, ATreeIsReadAsItStands) {
  EXPECT_EQ(ShapeOf("(3 (2 It) (4 (2 's) (4 lovely)))"), "(0 (1 2))");
  EXPECT_EQ(ShapeOf("(2 alone)"), "0");
}

TEST(TreeInputTest, OnePartIsCarriedAndMoreThanTwoBranchToTheRight) {
  EXPECT_EQ(ShapeOf("(3 (2 (1 It)))"), "<<0>>");
  EXPECT_EQ(ShapeOf("(3 (2 a) (2 b) (2 c) (2 d))"), "(0 (1 (2 3)))");
  const TreeInput input =
      ReadTreeInput(ParsedTree("(3 (2 a) (2 b) (2 c))"), Vocabulary(), false,
                    ConstituentNumbers({}));
  EXPECT_EQ(input.nodes.size(), 4u);
  EXPECT_EQ(input.trees.nodes.size(), 5u);
}

TEST(TreeInputTest, ConstituentsAreNumberedAndOthersAreOneMore) {
  EXPECT_EQ(ShapeOf("(3/VP (NP a) (2/X b) (/VP c))", true),
            "(0:0 (1:2 2:1):1):1");
}

TEST(TreeInputTest, LabelsHaveTwoParts) {
  const auto expect = [](std::string_view label, bool reads,
                         std::string_view target, std::string_view is) {
    const NodeLabel split = SplitNodeLabel(label, reads);
    EXPECT_EQ(split.target, target) << label;
    EXPECT_EQ(split.constituent, is) << label;
  };
  expect("3/NP", true, "3", "NP");
  expect("3/NP", false, "3", "NP");
  expect("NP", true, "", "NP");
  expect("3", false, "3", "");
  expect("/NP", false, "", "NP");
  expect("3/", true, "3", "");
}

TEST(TreeInputTest, ALeafIsOneWordIfTheVocabularyHasIt) {
  const Vocabulary words =
      Vocabulary::FromWords({"well", "made", "-", "well-acted", "n't"}).value();
  EXPECT_EQ(FindLeaf(words, "Well-Acted"), (WordIds{3}));
  EXPECT_EQ(FindLeaf(words, "well-made"), (WordIds{0, 2, 1}));
  EXPECT_EQ(FindLeaf(words, "n't"), (WordIds{4}));
  EXPECT_EQ(FindLeaf(words, "unheard"), (WordIds{kUnknownWord}));
  EXPECT_EQ(FindLeaf(words, "\u200B"), WordIds());
}

TEST(TreeInputTest, TreesThatAreTooLargeAreRefused) {
  LabelledTree tree;
  tree.words.resize(kMaxTreeWords);
  tree.phrases.resize(kMaxTreePhrases);
  EXPECT_TRUE(CheckTreeSize(tree).ok());
  tree.words.emplace_back();
  EXPECT_EQ(CheckTreeSize(tree).error().message,
            "expected a tree of at most 1000 words, found 1001");
  tree.words.pop_back();
  tree.phrases.emplace_back();
  EXPECT_EQ(CheckTreeSize(tree).error().message,
            "expected a tree of at most 10000 phrases, found 10001");
}

}  // namespace
}  // namespace whylight
