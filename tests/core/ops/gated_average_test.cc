#include "core/ops/gated_average.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

Real Logistic(Real x) { return 1 / (1 + std::exp(-x)); }

struct Numbers {
  Matrix fresh;
  std::optional<Matrix> forget;
  Matrix output;
};

Matrix RunAverage(const Numbers& numbers, const SequenceBatch& words,
                  GateForm form = GateForm::kLogistic, Real gain = 1,
                  const std::optional<Matrix>& mask = std::nullopt) {
  Graph graph(Graph::Mode::kInference);
  GatedAverageInputs inputs{};
  inputs.fresh = graph.Constant(numbers.fresh);
  if (numbers.forget) inputs.forget = graph.Constant(*numbers.forget);
  inputs.output = graph.Constant(numbers.output);
  inputs.output_form = form;
  inputs.gain = gain;
  if (mask) inputs.mask = graph.Constant(*mask);
  return graph.value(GatedAverage(graph, inputs, words));
}

// Sequence 1 is shorter; word 2 occurs in both.
const std::vector<std::vector<std::int32_t>> kAveragedTexts = {{0, 2, 1, 2, 3},
                                                               {2, 4}};

TEST(GatedAverageTest, EqualsPlainLoops) {
  const SequenceBatch words = MakeSequences(kAveragedTexts);
  const Matrix mask = RandomMatrix(10, 1, "mask").array().abs();
  for (const bool keeps : {true, false}) {
    for (const GateForm form : {GateForm::kLogistic, GateForm::kLinear}) {
      Numbers numbers{RandomMatrix(5, 3, "fresh"), std::nullopt,
                      RandomMatrix(5, 3, "output")};
      if (keeps) numbers.forget = RandomMatrix(5, 3, "forget");
      const Real gain = Real(1.5);
      const Matrix found = RunAverage(numbers, words, form, gain, mask);
      for (std::size_t b = 0; b < kAveragedTexts.size(); ++b) {
        for (Index j = 0; j < 3; ++j) {
          Real c = 0;
          Real h = 0;
          for (Index t = 0; t < words.max_length; ++t) {
            const Index at = t * 2 + static_cast<Index>(b);
            if (t < static_cast<Index>(kAveragedTexts[b].size())) {
              const Index row = kAveragedTexts[b][static_cast<std::size_t>(t)];
              const Real m = mask(at, 0);
              const Real f =
                  keeps ? Logistic(gain * (*numbers.forget)(row, j)) : Real{0};
              const Real o = form == GateForm::kLogistic
                                 ? Logistic(gain * numbers.output(row, j))
                                 : numbers.output(row, j);
              const Real fresh = f * c + (1 - f) * numbers.fresh(row, j);
              c = m * fresh + (1 - m) * c;
              h = m * o * fresh + (1 - m) * h;
            }
            EXPECT_NEAR(found(at, j), h, 1e-6);
          }
        }
      }
    }
  }
}

// Through an output gate of 1, c itself is seen.
TEST(GatedAverageTest, AnOpenOrShutGateTakesOrKeepsAllOfIt) {
  constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
  const Matrix fresh = RandomMatrix(4, 3, "fresh");
  const SequenceBatch words = MakeSequences({{0, 1, 2, 3}});
  Matrix forget = Matrix::Constant(4, 3, -kInfinity);
  const Matrix output = Matrix::Constant(4, 3, kInfinity);
  EXPECT_EQ(RunAverage({fresh, forget, output}, words), fresh);
  forget.bottomRows(2).setConstant(kInfinity);
  const Matrix frozen = RunAverage({fresh, forget, output}, words);
  EXPECT_EQ(frozen.topRows(2), fresh.topRows(2));
  EXPECT_EQ(frozen.row(2), fresh.row(1));
  EXPECT_EQ(frozen.row(3), fresh.row(1));
}

}  // namespace
}  // namespace whylight
