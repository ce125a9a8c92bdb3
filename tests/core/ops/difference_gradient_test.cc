#include <gtest/gtest.h>

#include "core/ops/absolute_difference.h"
#include "core/ops/ops.h"
#include "core/ops/soft_cross_entropy.h"
#include "core/ops/subtract.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

TEST(DifferenceGradientTest, AgreesWithCentralDifferences) {
  for (const auto& differ : {Subtract, AbsoluteDifference}) {
    Parameter left{"left", RandomMatrix(3, 4, "left")};
    Parameter right{"right", RandomMatrix(3, 4, "right")};
    CheckGradients({&left, &right}, [&](Graph& graph) {
      const Var y = differ(graph, graph.Use(left), graph.Use(right));
      return SquaredError(graph, y, RandomMatrix(3, 4, "target"),
                          Matrix::Constant(3, 4, 1));
    });
  }
}

TEST(DifferenceGradientTest, NoneFlowsBackWhereBothAreEqual) {
  const Parameter left{"left", Matrix::Constant(1, 2, 3)};
  const Parameter right{"right", Matrix::Constant(1, 2, 3)};
  Graph graph(Graph::Mode::kTraining);
  const Var y = AbsoluteDifference(graph, graph.Use(left), graph.Use(right));
  graph.Backward(
      SquaredError(graph, y, Matrix::Constant(1, 2, 5), Matrix::Ones(1, 2)));
  EXPECT_EQ(graph.Gradient(graph.Use(left)), Matrix::Zero(1, 2));
}

TEST(SoftCrossEntropyGradientTest, AgreesWithCentralDifferences) {
  Parameter logits{"logits", RandomMatrix(3, 4, "logits")};
  Matrix targets = RandomMatrix(3, 4, "targets").cwiseAbs();
  for (Index i = 0; i < 3; ++i) targets.row(i) /= targets.row(i).sum();
  const std::vector<Real> weights = {1, 0.5, 2};
  CheckGradients({&logits}, [&](Graph& graph) {
    return SoftCrossEntropy(graph, graph.Use(logits), targets, weights);
  });
}

TEST(SoftCrossEntropyTest, WithCertainTargetsIsThatOfLabels) {
  const Parameter logits{"logits", RandomMatrix(2, 3, "logits")};
  Matrix targets = Matrix::Zero(2, 3);
  targets(0, 2) = targets(1, 0) = 1;
  const std::vector<std::int32_t> labels = {2, 0};
  const std::vector<Real> weights = {1, 3};
  Graph graph(Graph::Mode::kInference);
  const Var used = graph.Use(logits);
  EXPECT_NEAR(
      graph.value(SoftCrossEntropy(graph, used, targets, weights))(0, 0),
      graph.value(SoftmaxCrossEntropy(graph, used, labels, weights))(0, 0),
      1e-12);
}

}  // namespace
}  // namespace whylight
