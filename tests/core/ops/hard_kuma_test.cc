#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "core/base/random.h"
#include "core/math/kumaraswamy.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

// The variates of one shape, many of them.
Matrix Draw(Real number_a, Real number_b, Index count) {
  const CounterRandom random(1, RandomPurpose::kSelection);
  Matrix uniform(count, 1);
  Matrix numbers(count, 2);
  for (Index i = 0; i < count; ++i) {
    uniform(i, 0) =
        static_cast<Real>(random.Uniform(static_cast<std::uint64_t>(i)));
    numbers.row(i) << number_a, number_b;
  }
  Graph graph(Graph::Mode::kInference);
  return graph.value(HardKuma(graph, graph.Constant(numbers), uniform));
}

TEST(HardKumaTest, IsAboveZeroAsOftenAsPresenceSays) {
  for (const auto& [a, b] :
       {std::pair(-1.0, 1.0), std::pair(0.5, 0.5), std::pair(2.0, -1.0)}) {
    const auto number_a = static_cast<Real>(a);
    const auto number_b = static_cast<Real>(b);
    const Matrix z = Draw(number_a, number_b, 20000);
    const double share =
        static_cast<double>((z.array() > Real{0}).count()) / 20000;
    const Real presence = std::exp(LogPresence({number_a, number_b}));
    EXPECT_NEAR(share, static_cast<double>(presence), 0.012);
    EXPECT_GE(z.minCoeff(), 0);
    EXPECT_LE(z.maxCoeff(), 1);
    Graph graph(Graph::Mode::kInference);
    Matrix numbers(1, 2);
    numbers << number_a, number_b;
    EXPECT_NEAR(
        graph.value(HardKumaPresence(graph, graph.Constant(numbers)))(0, 0),
        presence, 1e-6);
  }
}

// At a = b = 1 the variate is uniform in (-0.1, 1.1) before it is clipped.
TEST(HardKumaTest, HasItsMassAtBothEndsAndBetweenThem) {
  const Real one = std::log(std::exp(Real{1}) - 1);  // softplus(one) = 1
  const Matrix z = Draw(one, one, 24000);
  const auto count = [](const auto& flags) {
    return static_cast<double>(flags.count());
  };
  EXPECT_NEAR(count(z.array() == Real{0}), 2000, 150);
  EXPECT_NEAR(count(z.array() == Real{1}), 2000, 150);
  EXPECT_NEAR(z.mean(), 0.5, 0.01);
}

TEST(HardKumaTest, NumbersOfAnySizeGiveFiniteGradients) {
  Matrix numbers(4, 2);
  numbers << -1e4, 1e4, 1e4, -1e4, -1e4, -1e4, 1e4, 1e4;
  Parameter parameter{"numbers", numbers};
  for (const Real u : {Real(1e-12), Real(0.5), Real(1)}) {
    Graph graph(Graph::Mode::kTraining);
    const Var used = graph.Use(parameter);
    const Var z = HardKuma(graph, used, Matrix::Constant(4, 1, u));
    const Var p = HardKumaPresence(graph, used);
    EXPECT_TRUE(graph.value(z).allFinite());
    EXPECT_TRUE(graph.value(p).allFinite());
  }
}

}  // namespace
}  // namespace whylight
