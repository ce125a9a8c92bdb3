#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"
#include "tests/core/scalar.h"

namespace whylight {
namespace {

TEST(OpsGradientTest, SquaredErrorWithoutSomeTargets) {
  Parameter x{"x", RandomMatrix(4, 3, "x")};
  Matrix target = RandomMatrix(4, 3, "target");
  target(0, 0) = std::numeric_limits<Real>::quiet_NaN();
  target(2, 1) = std::numeric_limits<Real>::quiet_NaN();
  const Matrix weight = RandomMatrix(4, 3, "weight");
  CheckGradients({&x}, [&](Graph& graph) {
    return SquaredError(graph, graph.Use(x), target, weight);
  });
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

TEST(OpsGradientTest, AffineTransposed) {
  Parameter x{"x", RandomMatrix(4, 3, "x")};
  Parameter w{"w", RandomMatrix(5, 3, "w")};
  Parameter b{"b", RandomMatrix(1, 5, "b")};
  CheckGradients({&x, &w, &b}, [&](Graph& graph) {
    return Scalar(graph, AffineTransposed(graph, graph.Use(x), graph.Use(w),
                                          graph.Use(b)));
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

TEST(OpsGradientTest, Softmax) {
  Parameter x{"x", 3 * RandomMatrix(4, 3, "x")};
  CheckGradients({&x}, [&](Graph& graph) {
    return Scalar(graph, Softmax(graph, graph.Use(x)));
  });
}

TEST(OpsGradientTest, SigmoidCrossEntropy) {
  Parameter x{"x", 3 * RandomMatrix(4, 3, "x")};
  const Matrix targets = RandomMatrix(4, 3, "targets").cwiseAbs();
  const Matrix weights = RandomMatrix(4, 3, "weights");
  CheckGradients({&x}, [&](Graph& graph) {
    return SigmoidCrossEntropy(graph, graph.Use(x), targets, weights);
  });
}

TEST(OpsGradientTest, HardKuma) {
  Parameter numbers{"numbers", RandomMatrix(5, 6, "numbers")};
  Matrix uniform(5, 3);
  for (Index i = 0; i < uniform.size(); ++i) {
    uniform.data()[i] = static_cast<Real>(i + 1) / 17;
  }
  CheckGradients({&numbers}, [&](Graph& graph) {
    return Scalar(graph, HardKuma(graph, graph.Use(numbers), uniform));
  });
}

TEST(OpsGradientTest, HardKumaPresence) {
  Parameter numbers{"numbers", 2 * RandomMatrix(5, 6, "numbers")};
  CheckGradients({&numbers}, [&](Graph& graph) {
    return Scalar(graph, HardKumaPresence(graph, graph.Use(numbers)));
  });
}

TEST(OpsGradientTest, Dropout) {
  Parameter x{"x", RandomMatrix(5, 4, "x")};
  const CounterRandom random(3, RandomPurpose::kDropout, 1);
  CheckGradients({&x}, [&](Graph& graph) {
    return Scalar(graph,
                  Dropout(graph, graph.Use(x), 0.5, random, {8, 2, 8, 3, 5}));
  });
  CheckGradients({&x}, [&](Graph& graph) {
    return Scalar(graph,
                  Dropout(graph, graph.Use(x), 0.5, random, {8, 2, 8, 3, 5},
                          DropoutScaling::kSecondMoment));
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

TEST(OpsGradientTest, AddAndMultiply) {
  Parameter x{"x", RandomMatrix(4, 3, "x")};
  Parameter y{"y", RandomMatrix(4, 3, "y")};
  CheckGradients({&x, &y}, [&](Graph& graph) {
    const Var product = Multiply(graph, graph.Use(x), graph.Use(y));
    // x is met in both operations, and as its own square.
    const Var sum = Add(graph, product, graph.Use(x));
    return Scalar(graph, Multiply(graph, sum, sum));
  });
}

TEST(OpsGradientTest, TanhAndRelu) {
  Parameter x{"x", 2 * RandomMatrix(4, 3, "x")};
  CheckGradients({&x}, [&](Graph& graph) {
    return WeightedSum(graph,
                       {Scalar(graph, Tanh(graph, graph.Use(x))),
                        Scalar(graph, Relu(graph, graph.Use(x)))},
                       {1, 0.5});
  });
}

TEST(OpsGradientTest, BlendByRowAndByElement) {
  Parameter fresh{"fresh", RandomMatrix(4, 3, "fresh")};
  Parameter old{"old", RandomMatrix(4, 3, "old")};
  Parameter row{"row", RandomMatrix(4, 1, "row").array().abs()};
  Parameter element{"element", RandomMatrix(4, 3, "element").array().abs()};
  CheckGradients({&fresh, &old, &row, &element}, [&](Graph& graph) {
    const Var a = graph.Use(fresh);
    const Var b = graph.Use(old);
    return WeightedSum(graph,
                       {Scalar(graph, Blend(graph, graph.Use(row), a, b)),
                        Scalar(graph, Blend(graph, graph.Use(element), a, b))},
                       {1, 0.5});
  });
}

// A step of 1e-5 leaves the copies, so the blend must be smooth around them.
TEST(OpsGradientTest, BlendAtItsEnds) {
  Parameter fresh{"fresh", RandomMatrix(2, 3, "fresh")};
  Parameter old{"old", RandomMatrix(2, 3, "old")};
  Parameter z{"z", Matrix::Zero(2, 1)};
  z.value(1, 0) = 1;
  CheckGradients({&fresh, &old, &z}, [&](Graph& graph) {
    return Scalar(graph,
                  Blend(graph, graph.Use(z), graph.Use(fresh), graph.Use(old)));
  });
}

TEST(OpsGradientTest, ConcatRowsAndGather) {
  Parameter x{"x", RandomMatrix(2, 3, "x")};
  Parameter y{"y", RandomMatrix(3, 3, "y")};
  CheckGradients({&x, &y}, [&](Graph& graph) {
    const Var joined =
        ConcatRows(graph, {graph.Use(x), graph.Use(y), graph.Use(x)});
    // Row 3 twice, row 2 never, and a row that is not there.
    const std::vector<std::int32_t> rows = {3, 0, -1, 3, 6};
    return Scalar(graph, Gather(graph, joined, rows));
  });
}

TEST(OpsGradientTest, TransitionsOfSoftSelections) {
  // Two sequences, the second one shorter.
  Parameter z{"z", RandomMatrix(8, 1, "z").array().abs()};
  CheckGradients({&z}, [&](Graph& graph) {
    return Transitions(graph, graph.Use(z), {4, 2});
  });
}

TEST(OpsGradientTest, SoftmaxCrossEntropy) {
  Parameter logits{"logits", 3 * RandomMatrix(4, 5, "logits")};
  const std::vector<std::int32_t> targets = {2, -1, 0, 4};
  const std::vector<Real> weights = {1, 1, 0, 0.3};
  CheckGradients({&logits}, [&](Graph& graph) {
    const Var loss =
        SoftmaxCrossEntropy(graph, graph.Use(logits), targets, weights);
    // The gradient that comes in is not 1.
    return WeightedSum(graph, {loss}, {0.7});
  });
}

TEST(OpsGradientTest, SumOverWords) {
  Parameter x{"x", RandomMatrix(6, 1, "x")};
  CheckGradients({&x}, [&](Graph& graph) {
    return SumOverWords(graph, graph.Use(x), {3, 1});
  });
}

// A loss whose gradient is `upstream`.
Var LinearLoss(Graph& graph, Var x, const Matrix& upstream) {
  std::vector<Var> terms;
  std::vector<Real> coefficients;
  for (Index r = 0; r < upstream.rows(); ++r) {
    for (Index c = 0; c < upstream.cols(); ++c) {
      terms.push_back(Columns(graph, Rows(graph, x, r, 1), c, 1));
      coefficients.push_back(upstream(r, c));
    }
  }
  return WeightedSum(graph, terms, coefficients);
}

// As below, of the sigmoid.
TEST(OpsGradientTest, StraightThroughSigmoidHasTheGradientOfTheSigmoid) {
  Parameter logits{"logits", RandomMatrix(3, 2, "logits")};
  const Matrix noise = RandomMatrix(3, 2, "noise");
  const Matrix upstream = RandomMatrix(3, 2, "upstream");
  constexpr Real kTemperature = 0.5;
  Graph graph(Graph::Mode::kTraining);
  const Var choice =
      StraightThroughSigmoid(graph, graph.Use(logits), noise, kTemperature);
  graph.Backward(LinearLoss(graph, choice, upstream));
  const Matrix found = graph.Gradient(graph.Use(logits));
  for (Index i = 0; i < logits.value.size(); ++i) {
    const Real x = logits.value.data()[i] + noise.data()[i];
    EXPECT_EQ(graph.value(choice).data()[i], x > 0 ? 1 : 0);
    const Real soft = 1 / (1 + std::exp(-x / kTemperature));
    EXPECT_NEAR(found.data()[i],
                upstream.data()[i] * soft * (1 - soft) / kTemperature, 1e-9);
  }
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
  graph.Backward(LinearLoss(graph, choice, upstream));
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
