// A softmax over some of many words, against the one over all and against its
// definition.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kRows = 5;
constexpr Index kUnits = 7;
constexpr Index kHidden = 3;

struct SampledExample {
  Parameter x{"x", RandomMatrix(kRows, kHidden, "sampled x")};
  Parameter rows{"rows", RandomMatrix(kUnits, kHidden, "sampled rows")};
  Parameter bias{"bias", RandomMatrix(kUnits, 1, "sampled bias")};
  // A target among the candidates, others that are none, and a row without.
  std::vector<std::int32_t> targets = {0, 6, 3, -1, 5};
  std::vector<Real> weights = {1, 0.5, 2, 1, 0.25};
  std::vector<Real> log_expected = {-0.1, -1, -0.5, -2, -3, -1.5, -0.7};

  Var Loss(Graph& graph, Index candidates) const {
    return SampledSoftmaxCrossEntropy(graph, graph.Use(x), graph.Use(rows),
                                      graph.Use(bias), candidates, log_expected,
                                      targets, weights);
  }
};

TEST(SampledSoftmaxTest, ComparesEachTargetWithTheCandidates) {
  const SampledExample example;
  for (const Index candidates : {Index{1}, Index{4}, kUnits}) {
    double expected = 0;
    for (Index r = 0; r < kRows; ++r) {
      const std::int32_t target = example.targets[static_cast<std::size_t>(r)];
      if (target < 0) continue;
      const auto share = [&](Index unit) {
        return std::exp(
            example.x.value.row(r).dot(example.rows.value.row(unit)) +
            example.bias.value(unit, 0) -
            example.log_expected[static_cast<std::size_t>(unit)]);
      };
      double sum = share(target);
      for (Index k = 0; k < candidates; ++k) {
        if (k != target) sum += share(k);
      }
      expected += example.weights[static_cast<std::size_t>(r)] *
                  std::log(sum / share(target));
    }
    Graph graph(Graph::Mode::kInference);
    EXPECT_NEAR(graph.value(example.Loss(graph, candidates))(0, 0), expected,
                1e-12);
  }
}

TEST(SampledSoftmaxTest, IsTheWholeSoftmaxWhereAllWordsAreCandidates) {
  SampledExample example;
  std::fill(example.log_expected.begin(), example.log_expected.end(), Real{0});
  Graph sampled(Graph::Mode::kTraining);
  const Var loss = example.Loss(sampled, kUnits);
  sampled.Backward(loss);
  Graph whole(Graph::Mode::kTraining);
  const Parameter bias{"bias", example.bias.value.transpose()};
  const Var exact = SoftmaxCrossEntropy(
      whole,
      AffineTransposed(whole, whole.Use(example.x), whole.Use(example.rows),
                       whole.Use(bias)),
      example.targets, example.weights);
  whole.Backward(exact);
  EXPECT_NEAR(sampled.value(loss)(0, 0), whole.value(exact)(0, 0), 1e-12);
  for (const Parameter* parameter : {&example.x, &example.rows}) {
    EXPECT_TRUE(sampled.Gradient(sampled.Use(*parameter))
                    .isApprox(whole.Gradient(whole.Use(*parameter)), 1e-12))
        << parameter->name;
  }
  EXPECT_TRUE(
      sampled.Gradient(sampled.Use(example.bias))
          .isApprox(whole.Gradient(whole.Use(bias)).transpose(), 1e-12));
}

TEST(SampledSoftmaxTest, HasTheGradientOfItsValue) {
  SampledExample example;
  for (const Index candidates : {Index{1}, Index{4}, kUnits}) {
    CheckGradients(
        {&example.x, &example.rows, &example.bias}, [&](Graph& graph) {
          return WeightedSum(graph, {example.Loss(graph, candidates)}, {1.5});
        });
  }
}

TEST(SampledSoftmaxTest, DoesNotOverflowAtAnySize) {
  SampledExample example;
  example.x.value *= 1e4;
  Graph graph(Graph::Mode::kTraining);
  const Var loss = example.Loss(graph, 4);
  graph.Backward(loss);
  EXPECT_TRUE(std::isfinite(graph.value(loss)(0, 0)));
  EXPECT_TRUE(graph.Gradient(graph.Use(example.rows)).allFinite());
}

}  // namespace
}  // namespace whylight
