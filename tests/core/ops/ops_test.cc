#include "core/ops/ops.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

Real TransitionsOf(const std::vector<Real>& selection) {
  Graph graph(Graph::Mode::kInference);
  Matrix z(static_cast<Index>(selection.size()), 1);
  for (std::size_t t = 0; t < selection.size(); ++t) {
    z(static_cast<Index>(t), 0) = selection[t];
  }
  return graph.value(Transitions(graph, graph.Constant(z),
                                 {static_cast<Index>(selection.size())}))(0, 0);
}

TEST(SquaredErrorTest, CostsNothingWithoutATarget) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  Matrix target(2, 2);
  target << 1, nan, nan, -1;
  Matrix weight(2, 2);
  weight << 1, 5, 5, Real(0.5);
  Graph graph(Graph::Mode::kInference);
  const Var error = SquaredError(
      graph, graph.Constant(Matrix::Constant(2, 2, 3)), target, weight);
  EXPECT_EQ(graph.value(error)(0, 0), 4 + 8);
}

TEST(TransitionsTest, CountsBothEndsOfEveryRun) {
  EXPECT_EQ(TransitionsOf({0, 0, 0}), 0);
  EXPECT_EQ(TransitionsOf({0, 1, 1, 0}), 2);
  EXPECT_EQ(TransitionsOf({1, 1, 1, 1}), 2);  // The ends of the text count.
  EXPECT_EQ(TransitionsOf({1, 0, 1, 0}), 4);
}

TEST(TransitionsTest, LeavesPaddingOut) {
  Graph graph(Graph::Mode::kInference);
  // Time-major: sequence 0 is 1 1, sequence 1 is 1 followed by padding.
  const Matrix z = Matrix::Ones(4, 1);
  EXPECT_EQ(graph.value(Transitions(graph, graph.Constant(z), {2, 1}))(0, 0),
            4);
}

TEST(StraightThroughSoftmaxTest, ChoosesTheLargestNoisyLogit) {
  Graph graph(Graph::Mode::kTraining);
  Parameter logits{"logits", Matrix::Zero(2, 3)};
  logits.value << 1, 2, 0, 5, 0, 0;
  Matrix noise = Matrix::Zero(2, 3);
  noise(1, 2) = 6;
  const Var choice =
      StraightThroughSoftmax(graph, graph.Use(logits), noise, 0.5);
  Matrix expected(2, 3);
  expected << 0, 1, 0, 0, 0, 1;
  EXPECT_EQ(Matrix(graph.value(choice)), expected);
}

Real CrossEntropyOf(const Matrix& logits,
                    const std::vector<std::int32_t>& targets,
                    const std::vector<Real>& weights) {
  Graph graph(Graph::Mode::kInference);
  return graph.value(SoftmaxCrossEntropy(graph, graph.Constant(logits), targets,
                                         weights))(0, 0);
}

TEST(SoftmaxCrossEntropyTest, EqualLogitsCostTheLogarithmOfTheirNumber) {
  EXPECT_NEAR(CrossEntropyOf(Matrix::Constant(2, 8, 3), {0, 7}, {1, 2}),
              3 * std::log(8.0), 1e-5);
}

TEST(SoftmaxCrossEntropyTest, HugeLogitsNeitherOverflowNorVanish) {
  Matrix logits(2, 2);
  logits << 10000, -10000, -10000, 10000;
  EXPECT_EQ(CrossEntropyOf(logits, {0, 1}, {1, 1}), 0);
  EXPECT_EQ(CrossEntropyOf(logits, {1, 0}, {1, 1}), 40000);
}

TEST(SoftmaxCrossEntropyTest, RowsThatDoNotCountAreNotLookedAt) {
  Matrix logits = Matrix::Zero(3, 4);
  logits.topRows(2).setConstant(std::numeric_limits<Real>::quiet_NaN());
  EXPECT_NEAR(CrossEntropyOf(logits, {-1, 2, 1}, {1, 0, 1}), std::log(4.0),
              1e-6);
}

TEST(BlendTest, CopiesExactlyAtItsEnds) {
  constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();
  Graph graph(Graph::Mode::kInference);
  Matrix z(3, 1);
  z << 0, 1, Real(0.25);
  Matrix fresh(3, 2);
  fresh << kNan, 3, Real(0.1), Real(0.7), 4, 8;
  Matrix old(3, 2);
  old << Real(0.3), -1, kNan, 5, 0, 4;
  Matrix expected(3, 2);
  expected << Real(0.3), -1, Real(0.1), Real(0.7), 1, 5;
  EXPECT_EQ(
      Matrix(graph.value(Blend(graph, graph.Constant(z), graph.Constant(fresh),
                               graph.Constant(old)))),
      expected);
}

TEST(GatherTest, GivesARowForEveryIndexAndZerosForNone) {
  Graph graph(Graph::Mode::kInference);
  Matrix table(2, 2);
  table << 1, 2, 3, 4;
  Matrix expected(4, 2);
  expected << 3, 4, 0, 0, 1, 2, 3, 4;
  const std::vector<std::int32_t> rows = {1, -1, 0, 1};
  const Var x = graph.Constant(table);
  EXPECT_EQ(Matrix(graph.value(Gather(graph, x, rows))), expected);
  EXPECT_EQ(graph.value(Gather(graph, x, {})).rows(), 0);
}

TEST(ReluTest, CutsOffAtZero) {
  Graph graph(Graph::Mode::kInference);
  Matrix x(1, 3);
  x << -2, 0, 3;
  Matrix expected(1, 3);
  expected << 0, 0, 3;
  EXPECT_EQ(Matrix(graph.value(Relu(graph, graph.Constant(x)))), expected);
}

TEST(DropoutTest, KeepsTheExpectationAndRepeatsByKey) {
  Graph graph(Graph::Mode::kInference);
  const CounterRandom random(5, RandomPurpose::kDropout);
  const Var x = graph.Constant(Matrix::Ones(1000, 20));
  std::vector<std::uint64_t> keys(1000);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = i % 500;
  const Matrix y = graph.value(Dropout(graph, x, Real(0.2), random, keys));
  EXPECT_NEAR(y.mean(), 1, 0.02);
  EXPECT_EQ(y.topRows(500), y.bottomRows(500));
  EXPECT_EQ((y.array() == 0).count() + (y.array() == Real(1.25)).count(),
            y.size());
}

TEST(DropoutTest, SecondScalingKeepsTheExpectedSquare) {
  Graph graph(Graph::Mode::kInference);
  const CounterRandom random(5, RandomPurpose::kDropout);
  const Var x = graph.Constant(Matrix::Constant(1000, 20, 3));
  std::vector<std::uint64_t> keys(1000);
  std::iota(keys.begin(), keys.end(), 0);
  const Matrix first = graph.value(Dropout(graph, x, Real(0.36), random, keys));
  const Matrix second = graph.value(Dropout(graph, x, Real(0.36), random, keys,
                                            DropoutScaling::kSecondMoment));
  EXPECT_NEAR(second.array().square().mean(), 9, 0.2);
  // The same elements stay, but their mean shrinks to √(1 - p) of what it was.
  EXPECT_EQ((first.array() == 0).count(), (second.array() == 0).count());
  EXPECT_NEAR(second.mean(), 0.8 * 3, 0.05);
  EXPECT_NEAR(second.maxCoeff(), 3 / 0.8, 1e-5);
}

TEST(GraphTest, ClearedGraphHandsOutTheSameMemory) {
  Graph graph(Graph::Mode::kInference);
  const Var first = graph.NewValue(10, 10);
  const Real* data = graph.value(first).data();
  graph.Clear();
  EXPECT_EQ(graph.value(graph.NewValue(10, 10)).data(), data);
}

}  // namespace
}  // namespace whylight
