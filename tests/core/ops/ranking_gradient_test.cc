// The operations of ranking: likeness of points, and its cost.
#include <gtest/gtest.h>

#include "core/ops/ops.h"
#include "core/ops/ranking_loss.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

Var WeightedSquares(Graph& graph, Var x) {
  const Index rows = graph.value(x).rows();
  const Index cols = graph.value(x).cols();
  return SquaredError(graph, x, RandomMatrix(rows, cols, "scalar target"),
                      RandomMatrix(rows, cols, "scalar weight"));
}

TEST(RankingGradientTest, NormalizeRows) {
  Parameter x{"x", RandomMatrix(4, 3, "x")};
  CheckGradients({&x}, [&](Graph& graph) {
    return WeightedSquares(graph, NormalizeRows(graph, graph.Use(x)));
  });
}

TEST(RankingGradientTest, ARowOfZerosGetsNoGradient) {
  Parameter x{"x", Matrix::Zero(2, 3)};
  Graph graph(Graph::Mode::kTraining);
  const Var y = NormalizeRows(graph, graph.Use(x));
  EXPECT_EQ(graph.value(y), Matrix::Zero(2, 3));
  graph.Backward(WeightedSquares(graph, y));
  EXPECT_EQ(graph.Gradient(graph.Use(x)), Matrix::Zero(2, 3));
}

TEST(RankingGradientTest, MatMulTransposed) {
  Parameter x{"x", RandomMatrix(4, 3, "x")};
  Parameter y{"y", RandomMatrix(5, 3, "y")};
  CheckGradients({&x, &y}, [&](Graph& graph) {
    return WeightedSquares(graph,
                           MatMulTransposed(graph, graph.Use(x), graph.Use(y)));
  });
}

TEST(RankingGradientTest, IntoUnitBall) {
  // Rows within and beyond the border.
  Parameter x{"x", RandomMatrix(6, 3, "x")};
  x.value.topRows(3) *= 0.3;
  x.value.bottomRows(3) *= 4;
  CheckGradients({&x}, [&](Graph& graph) {
    return WeightedSquares(graph, IntoUnitBall(graph, graph.Use(x)));
  });
}

TEST(RankingGradientTest, PoincareDistances) {
  Parameter x{"x", 0.4 * RandomMatrix(4, 3, "x")};
  Parameter y{"y", 0.4 * RandomMatrix(5, 3, "y")};
  CheckGradients({&x, &y}, [&](Graph& graph) {
    return WeightedSquares(
        graph, PoincareDistances(graph, graph.Use(x), graph.Use(y)));
  });
}

TEST(RankingGradientTest, TheGradientOfTheBallIsShorterTowardsItsBorder) {
  Parameter x{"x", Matrix{{0.6, 0.0}, {0.0, 0.0}}};
  const auto gradient = [&](bool riemannian) {
    Graph graph(Graph::Mode::kTraining);
    const Var point = graph.Use(x);
    graph.Backward(WeightedSquares(
        graph, riemannian ? RiemannianGradient(graph, point) : point));
    return Matrix(graph.Gradient(point));
  };
  Matrix expected = gradient(false);
  expected.row(0) *= 0.64 * 0.64 / 4;
  expected.row(1) /= 4;
  EXPECT_TRUE(gradient(true).isApprox(expected, 1e-12));
}

TEST(RankingGradientTest, EveryObjective) {
  const std::vector<Relevance> relevance = {
      Relevance::kPositive, Relevance::kNegative,    Relevance::kNegative,
      Relevance::kPositive, Relevance::kNotCompared, Relevance::kNegative,
      Relevance::kPositive, Relevance::kNegative};
  for (const RankingObjective objective :
       {RankingObjective::kHardest, RankingObjective::kEvery,
        RankingObjective::kSoftmax}) {
    Parameter scores{"scores", RandomMatrix(2, 4, "scores")};
    CheckGradients({&scores}, [&](Graph& graph) {
      return RankingLoss(graph, graph.Use(scores), relevance, {0.7, 1.3},
                         {.objective = objective, .margin = 0.5, .scale = 3});
    });
  }
}

}  // namespace
}  // namespace whylight
