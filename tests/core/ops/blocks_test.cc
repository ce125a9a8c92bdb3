#include "core/ops/blocks.h"

#include <gtest/gtest.h>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

Matrix Column(std::initializer_list<Real> values) {
  Matrix column(static_cast<Index>(values.size()), 1);
  Index i = 0;
  for (const Real value : values) column(i++, 0) = value;
  return column;
}

const Matrix kNumbers = Column({1, 2, 3, 4, 5});

Matrix Fold(const SequenceBatch& words, Index range) {
  Graph graph(Graph::Mode::kInference);
  return graph.value(FoldBlocks(graph, graph.Constant(kNumbers), words, range));
}

Matrix Unfold(const SequenceBatch& words,
              const std::vector<std::pair<Matrix, Index>>& parts) {
  Graph graph(Graph::Mode::kInference);
  std::vector<Blocks> blocks;
  for (const auto& [rows, range] : parts) {
    blocks.push_back({graph.Constant(rows), range});
  }
  return graph.value(UnfoldBlocks(graph, blocks, words));
}

TEST(BlocksTest, FoldSumsNeighboursWhateverIsLeftAtTheEnd) {
  const SequenceBatch five = MakeSequences({{0, 1, 2, 3, 4}});
  EXPECT_EQ(Fold(five, 1), kNumbers);
  EXPECT_EQ(Fold(five, 2), Column({3, 7, 5}));
  EXPECT_EQ(Fold(five, 3), Column({6, 9}));
  EXPECT_EQ(Fold(five, 4), Column({10, 5}));
  EXPECT_EQ(Fold(five, 5), Column({15}));
  EXPECT_EQ(Fold(five, 25), Column({15}));
  EXPECT_EQ(Fold(MakeSequences({{}}), 2).rows(), 0);
}

// Blocks of the first text, then of the second, at each place.
TEST(BlocksTest, FoldKeepsTextsApart) {
  EXPECT_EQ(Fold(MakeSequences({{0, 1, 2, 3, 4}, {4, 4, 1}}), 2),
            Column({3, 10, 7, 2, 5, 0}));
}

TEST(BlocksTest, UnfoldGivesEveryWordTheVectorOfItsBlock) {
  const SequenceBatch five = MakeSequences({{0, 1, 2, 3, 4}});
  EXPECT_EQ(Unfold(five, {{Column({3, 7, 5}), 2}}), Column({3, 3, 7, 7, 5}));
  EXPECT_EQ(Unfold(five, {{Column({6, 9}), 3}}), Column({6, 6, 6, 9, 9}));
  EXPECT_EQ(Unfold(five, {{kNumbers, 1}}), kNumbers);
  // The vectors of several ranges add up.
  EXPECT_EQ(Unfold(five, {{Column({3, 7, 5}), 2}, {Column({20, 30}), 4}}),
            Column({23, 23, 27, 27, 35}));
}

TEST(BlocksTest, UnfoldLeavesPaddingAtZero) {
  EXPECT_EQ(
      Unfold(MakeSequences({{0, 1, 2}, {4}}), {{Column({1, 2, 3, 4}), 2}}),
      Column({1, 2, 1, 0, 3, 0}));
}

}  // namespace
}  // namespace whylight
