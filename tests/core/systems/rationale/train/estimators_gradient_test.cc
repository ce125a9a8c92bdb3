#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/ops/ops.h"
#include "core/systems/rationale/train/estimators.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// A text of few words, all of whose selections can be looked at: of aspects
// by themselves or competing. Costs are made up, of any selection.
struct World {
  Choice choice;
  Index words;
  Index aspects;

  SequenceBatch sequences() const {
    SequenceBatch batch;
    batch.max_length = words;
    batch.lengths = {words};
    for (Index t = 0; t < words; ++t) {
      batch.rows.push_back(static_cast<std::int32_t>(t));
    }
    return batch;
  }
  Index width() const { return ChoiceWidth(choice, aspects); }

  // Every selection, as ChooseLargest gives it.
  std::vector<Matrix> Selections() const {
    const bool competing = choice == Choice::kCompeting;
    const Index digits = competing ? words : words * aspects;
    const Index base = competing ? aspects + 1 : 2;
    std::vector<Matrix> all;
    const auto count = static_cast<Index>(
        std::llround(std::pow(static_cast<double>(base), digits)));
    for (Index code = 0; code < count; ++code) {
      Matrix drawn = Matrix::Zero(words, width());
      Index rest = code;
      for (Index i = 0; i < digits; ++i, rest /= base) {
        if (competing) {
          drawn(i, rest % base) = 1;
        } else {
          drawn(i / aspects, i % aspects) = static_cast<Real>(rest % base);
        }
      }
      all.push_back(drawn);
    }
    return all;
  }

  // Not a sum over words: an estimator of words alone would not see it.
  Matrix Costs(const Matrix& drawn) const {
    Matrix costs(1, aspects);
    for (Index a = 0; a < aspects; ++a) {
      Real state = Real(0.3) * static_cast<Real>(a + 1);
      for (Index t = 0; t < words; ++t) {
        state = std::sin(2 * state + static_cast<Real>(t + 1) * drawn(t, a));
      }
      costs(0, a) = state * state;
    }
    return costs;
  }

  Real LogProbability(const Matrix& numbers, const Matrix& drawn) const {
    Real sum = 0;
    for (Index t = 0; t < words; ++t) {
      if (choice == Choice::kCompeting) {
        sum += drawn.row(t).dot(numbers.row(t)) -
               std::log(numbers.row(t).array().exp().sum());
        continue;
      }
      for (Index a = 0; a < aspects; ++a) {
        const Real sign = drawn(t, a) > 0 ? 1 : -1;
        sum -= std::log1p(std::exp(-sign * numbers(t, a)));
      }
    }
    return sum;
  }

  Real ExpectedCost(const Matrix& numbers) const {
    Real expected = 0;
    for (const Matrix& drawn : Selections()) {
      expected += std::exp(LogProbability(numbers, drawn)) * Costs(drawn).sum();
    }
    return expected;
  }

  Matrix NumericGradient(Matrix numbers) const {
    constexpr Real kStep = 1e-5;
    Matrix gradient(numbers.rows(), numbers.cols());
    for (Index i = 0; i < numbers.size(); ++i) {
      const Real at = numbers.data()[i];
      numbers.data()[i] = at + kStep;
      const Real above = ExpectedCost(numbers);
      numbers.data()[i] = at - kStep;
      gradient.data()[i] = (above - ExpectedCost(numbers)) / (2 * kStep);
      numbers.data()[i] = at;
    }
    return gradient;
  }

  // The estimate from one sample.
  Matrix Gradient(const Matrix& numbers, const Matrix& drawn,
                  const Matrix& advantages) const {
    Parameter parameter{"numbers", numbers};
    Graph graph(Graph::Mode::kTraining);
    const Var used = graph.Use(parameter);
    const Var term = ScoreFunction(graph, choice, used, sequences(), drawn,
                                   advantages, Real{1});
    EXPECT_NEAR(graph.value(term)(0, 0), 0, 1e-12);
    graph.Backward(term);
    return graph.Gradient(used);
  }
};

const World kWorlds[] = {{Choice::kIndependent, 6, 1},
                         {Choice::kIndependent, 3, 2},
                         {Choice::kCompeting, 4, 2}};

TEST(ScoreFunctionTest, InExpectationIsTheGradientOfTheExpectedCost) {
  for (const World& world : kWorlds) {
    const Matrix numbers = RandomMatrix(world.words, world.width(), "numbers");
    const Matrix expected = world.NumericGradient(numbers);
    // Any baseline that does not depend on the sample gives the same.
    for (const Real baseline : {Real{0}, Real(0.7)}) {
      Matrix mean = Matrix::Zero(world.words, world.width());
      for (const Matrix& drawn : world.Selections()) {
        const Matrix advantages = world.Costs(drawn).array() - baseline;
        mean += std::exp(world.LogProbability(numbers, drawn)) *
                world.Gradient(numbers, drawn, advantages);
      }
      EXPECT_LT((mean - expected).cwiseAbs().maxCoeff(), 1e-8);
    }
  }
}

// Of two samples each is the other's baseline, which leaves the expectation
// over both as it is and narrows what is spread around it.
TEST(ScoreFunctionTest, LeavingOneOutIsUnbiasedAndVariesLess) {
  for (const World& world :
       {World{Choice::kIndependent, 3, 1}, World{Choice::kCompeting, 2, 2}}) {
    const Matrix numbers = RandomMatrix(world.words, world.width(), "numbers");
    const Matrix expected = world.NumericGradient(numbers);
    Matrix mean = Matrix::Zero(world.words, world.width());
    Real spread = 0;
    Real spread_without = 0;
    for (const Matrix& first : world.Selections()) {
      for (const Matrix& second : world.Selections()) {
        const Real p = std::exp(world.LogProbability(numbers, first) +
                                world.LogProbability(numbers, second));
        const Matrix costs = world.Costs(first);
        const Matrix others = world.Costs(second);
        const Matrix both = (world.Gradient(numbers, first, costs - others) +
                             world.Gradient(numbers, second, others - costs)) /
                            2;
        const Matrix without = (world.Gradient(numbers, first, costs) +
                                world.Gradient(numbers, second, others)) /
                               2;
        mean += p * both;
        spread += p * (both - expected).squaredNorm();
        spread_without += p * (without - expected).squaredNorm();
      }
    }
    EXPECT_LT((mean - expected).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_LT(spread, spread_without);
  }
}

// A cost that is a sum over words has its exact gradient where expectations are
// taken of selections, which is what regulates them: P(z) itself.
TEST(ProbabilitiesTest, AreTheExpectationsOfSelections) {
  for (const World& world : kWorlds) {
    const Matrix numbers = RandomMatrix(world.words, world.width(), "numbers");
    Matrix expected = Matrix::Zero(world.words, world.width());
    for (const Matrix& drawn : world.Selections()) {
      expected += std::exp(world.LogProbability(numbers, drawn)) * drawn;
    }
    Graph graph(Graph::Mode::kInference);
    const Var used = graph.Constant(numbers);
    const Var p = world.choice == Choice::kCompeting ? Softmax(graph, used)
                                                     : Sigmoid(graph, used);
    EXPECT_LT((graph.value(p) - expected).cwiseAbs().maxCoeff(), 1e-9);
  }
}

}  // namespace
}  // namespace whylight
