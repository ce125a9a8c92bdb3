#include <gtest/gtest.h>

#include "core/ops/pair_pooling.h"
#include "tests/core/gradient_check.h"
#include "tests/core/scalar.h"

namespace whylight {
namespace {

const SequenceBatch& LeftOfPairs() {
  static const SequenceBatch left = MakeSequences({{0, 0, 0}, {0}, {}, {0, 0}});
  return left;
}

const SequenceBatch& RightOfPairs() {
  static const SequenceBatch right =
      MakeSequences({{0, 0}, {0, 0, 0, 0}, {0}, {}});
  return right;
}

TEST(PoolPairScoresGradientTest, EachSideGetsItsOwnMaximaAndMeans) {
  const WordPairs pairs(LeftOfPairs(), RightOfPairs());
  Matrix mask = Matrix::Ones(16, 1);
  mask(1 * 4 + 1, 0) = 0;    // Word 1 of the right text of pair 1,
  mask(2 * 4 + 1, 0) = 0.5;  // and half of word 2.
  const Matrix scores = RandomMatrix(pairs.size(), 1, "scores");
  const ConstMatrixView view(scores.data(), scores.rows(), 1);
  Graph graph(Graph::Mode::kInference);
  const auto pool = [&](Asks asks, std::optional<Var> z,
                        PairPooling pooling) -> Matrix {
    return graph.value(
        PoolPairScores(graph, graph.Constant(scores), pairs, asks, z, pooling));
  };
  const Matrix largest =
      pool(Asks::kLeft, graph.Constant(mask), PairPooling::kMax);
  ASSERT_EQ(largest.rows(), 3 * 4);
  const Matrix first = pairs.Of(view, 0);
  const Matrix second = pairs.Of(view, 1);
  for (Index i = 0; i < 3; ++i) {
    EXPECT_EQ(largest(i * 4, 0), first.row(i).maxCoeff());
  }
  EXPECT_EQ(largest(1, 0),
            std::max({second(0, 0), second(0, 2), second(0, 3)}));
  EXPECT_EQ(largest(2, 0), 0);
  EXPECT_EQ(largest(3, 0), 0);  // The other side is empty.
  const Matrix means =
      pool(Asks::kLeft, graph.Constant(mask), PairPooling::kMean);
  EXPECT_NEAR(means(1, 0),
              (second(0, 0) + second(0, 2) / 2 + second(0, 3)) / 2.5, 1e-12);
  const Matrix right = pool(Asks::kRight, std::nullopt, PairPooling::kMean);
  ASSERT_EQ(right.rows(), 4 * 4);
  EXPECT_NEAR(right(1 * 4, 0), first.col(1).mean(), 1e-12);
  EXPECT_EQ(right(2, 0), 0);
}

TEST(PoolPairScoresGradientTest, BackwardEqualsCentralDifferences) {
  const WordPairs pairs(LeftOfPairs(), RightOfPairs());
  Parameter scores{"scores", RandomMatrix(pairs.size(), 1, "scores")};
  Parameter mask{"mask", RandomMatrix(16, 1, "mask").cwiseAbs()};
  for (const PairPooling pooling : {PairPooling::kMax, PairPooling::kMean}) {
    std::vector<Parameter*> parameters = {&scores};
    if (pooling == PairPooling::kMean) parameters.push_back(&mask);
    CheckGradients(parameters, [&](Graph& graph) {
      const Var left = PoolPairScores(graph, graph.Use(scores), pairs,
                                      Asks::kLeft, graph.Use(mask), pooling);
      const Var right = PoolPairScores(graph, graph.Use(scores), pairs,
                                       Asks::kRight, std::nullopt, pooling);
      return WeightedSum(graph, {Scalar(graph, left), Scalar(graph, right)},
                         {1, 1});
    });
  }
}

}  // namespace
}  // namespace whylight
