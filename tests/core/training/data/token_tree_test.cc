#include "core/training/data/token_tree.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

class TokenTreeTest : public testing::Test {
 protected:
  // The only sentence of a file.
  TokenTree Read(const std::string& content) const {
    std::vector<TokenTree> trees;
    Wanted wanted;
    wanted.heads = true;
    const Status read = VisitRecords(folder_.Write("t.conllu", content), {},
                                     wanted, [&](const Record& record) {
                                       trees.push_back(TreeOfTokens(record));
                                       return Status();
                                     });
    EXPECT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(trees.size(), 1u);
    return trees.front();
  }

  ScratchFolder folder_;
};

TEST_F(TokenTreeTest, PiecesHangOnTheFirstOfTheirWord) {
  const TokenTree tree = Read(
      "1\tThank\t_\t_\t_\t_\t0\troot\t_\t_\n"
      "2\t@john\t_\t_\t_\t_\t1\tobj\t_\t_\n");
  ASSERT_EQ(tree.tokens.size(), 3u);
  EXPECT_EQ(tree.tokens[0].text, "thank");
  EXPECT_EQ(tree.tokens[2].text, "john");
  EXPECT_EQ(tree.words, (std::vector<std::size_t>{0, 1, 1}));
  EXPECT_EQ(tree.heads, (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_EQ(tree.relations,
            (std::vector<std::string>{"root", "obj", "goeswith"}));
}

TEST_F(TokenTreeTest, WhatHangsOnNothingVisibleHangsOnItsHead) {
  const TokenTree tree = Read(
      "1\tSo\t_\t_\t_\t_\t2\tadvmod\t_\t_\n"
      "2\t\xC2\xAD\t_\t_\t_\t_\t3\tdep\t_\t_\n"
      "3\twhat\t_\t_\t_\t_\t0\troot\t_\t_\n");
  ASSERT_EQ(tree.tokens.size(), 2u);
  EXPECT_EQ(tree.words, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(tree.heads, (std::vector<std::int32_t>{2, 0}));
}

}  // namespace
}  // namespace whylight
