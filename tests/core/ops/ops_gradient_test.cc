#include <gtest/gtest.h>

#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// Any [n x k] value as a scalar whose gradient differs from place to place.
Var Scalar(Graph& graph, Var x) {
  const Index rows = graph.value(x).rows();
  const Index cols = graph.value(x).cols();
  return SquaredError(graph, x, RandomMatrix(rows, cols, "scalar target"),
                      RandomMatrix(rows, cols, "scalar weight"));
}

TEST(OpsGradientTest, Affine) {
  Parameter x{"x", RandomMatrix(4, 3, "x")};
  Parameter w{"w", RandomMatrix(3, 2, "w")};
  Parameter b{"b", RandomMatrix(1, 2, "b")};
  CheckGradients({&x, &w, &b}, [&](Graph& graph) {
    return Scalar(graph,
                  Affine(graph, graph.Use(x), graph.Use(w), graph.Use(b)));
  });
}

TEST(OpsGradientTest, ParameterUsedTwiceGathersBothGradients) {
  Parameter x{"x", RandomMatrix(3, 3, "x")};
  CheckGradients({&x}, [&](Graph& graph) {
    return Scalar(graph, MatMul(graph, graph.Use(x), graph.Use(x)));
  });
}

TEST(OpsGradientTest, Sigmoid) {
  Parameter x{"x", 3 * RandomMatrix(4, 3, "x")};
  CheckGradients({&x}, [&](Graph& graph) {
    return Scalar(graph, Sigmoid(graph, graph.Use(x)));
  });
}

TEST(OpsGradientTest, Dropout) {
  Parameter x{"x", RandomMatrix(5, 4, "x")};
  const CounterRandom random(3, RandomPurpose::kDropout, 1);
  CheckGradients({&x}, [&](Graph& graph) {
    return Scalar(graph,
                  Dropout(graph, graph.Use(x), 0.5, random, {8, 2, 8, 3, 5}));
  });
}

TEST(OpsGradientTest, ConcatColumnsAndSlices) {
  Parameter x{"x", RandomMatrix(4, 2, "x")};
  Parameter y{"y", RandomMatrix(4, 3, "y")};
  CheckGradients({&x, &y}, [&](Graph& graph) {
    const Var joined = ConcatColumns(graph, graph.Use(x), graph.Use(y));
    return WeightedSum(
        graph,
        {Scalar(graph, joined), Scalar(graph, Columns(graph, joined, 1, 3)),
         Scalar(graph, Rows(graph, joined, 2, 2))},
        {1, -2, 0.5});
  });
}

TEST(OpsGradientTest, TransitionsOfSoftSelections) {
  // Two sequences, the second one shorter.
  Parameter z{"z", RandomMatrix(8, 1, "z").array().abs()};
  CheckGradients({&z}, [&](Graph& graph) {
    return Transitions(graph, graph.Use(z), {4, 2});
  });
}

TEST(OpsGradientTest, SumOverWords) {
  Parameter x{"x", RandomMatrix(6, 1, "x")};
  CheckGradients({&x}, [&](Graph& graph) {
    return SumOverWords(graph, graph.Use(x), {3, 1});
  });
}

// The output is a choice, so the gradient to check is that of the softmax it
// stands for.
TEST(OpsGradientTest, StraightThroughSoftmaxHasTheGradientOfTheSoftmax) {
  Parameter logits{"logits", RandomMatrix(3, 4, "logits")};
  const Matrix noise = RandomMatrix(3, 4, "noise");
  const Matrix upstream = RandomMatrix(3, 4, "upstream");
  constexpr Real kTemperature = 0.5;

  Graph graph(Graph::Mode::kTraining);
  const Var choice =
      StraightThroughSoftmax(graph, graph.Use(logits), noise, kTemperature);
  // A loss that is linear in the choice: its gradient is `upstream`.
  std::vector<Var> terms;
  std::vector<Real> coefficients;
  for (Index r = 0; r < 3; ++r) {
    for (Index c = 0; c < 4; ++c) {
      terms.push_back(Columns(graph, Rows(graph, choice, r, 1), c, 1));
      coefficients.push_back(upstream(r, c));
    }
  }
  graph.Backward(WeightedSum(graph, terms, coefficients));
  const Matrix found = graph.Gradient(graph.Use(logits));

  const auto soft_loss = [&](const Matrix& at) {
    Real loss = 0;
    for (Index r = 0; r < 3; ++r) {
      const auto weights =
          ((at.row(r) + noise.row(r)) / kTemperature).array().exp().eval();
      loss += (weights * upstream.row(r).array()).sum() / weights.sum();
    }
    return loss;
  };
  constexpr Real kStep = 1e-5;
  for (Index i = 0; i < logits.value.size(); ++i) {
    Matrix above = logits.value;
    Matrix below = logits.value;
    above.data()[i] += kStep;
    below.data()[i] -= kStep;
    EXPECT_NEAR(found.data()[i],
                (soft_loss(above) - soft_loss(below)) / (2 * kStep), 1e-8);
  }
}

}  // namespace
}  // namespace whylight
