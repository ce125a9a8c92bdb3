#include "core/math/recurrence_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "core/base/random.h"
#include "tests/core/math/every_target.h"

namespace whylight {
namespace {

using Eigen::Index;
using Floats = MatrixOf<float>;

constexpr float kExposure[] = {0, 1};

Floats Uniform(Index rows, Index cols, std::uint64_t seed) {
  const CounterRandom random(seed, RandomPurpose::kInitialise);
  Floats values(rows, cols);
  for (Index i = 0; i < values.size(); ++i) {
    values.data()[i] = static_cast<float>(
        6 * random.Uniform(static_cast<std::uint64_t>(i)) - 3);
  }
  return values;
}

// The inputs of a word of two levels, and the gates it has.
struct Word {
  Word(Index hidden, bool decay_gate, bool output_gate, bool with_bias)
      : form{.order = 2,
             .hidden = hidden,
             .multiplicative = false,
             .normalized = true,
             .same_step = false,
             .counts = false,
             .activation = Activation::kTanh,
             .exposes_z = false,
             .exposure = kExposure},
        gates_decay(decay_gate),
        gates_output(output_gate),
        has_bias(with_bias),
        u(Uniform(1, 2 * hidden, 1)),
        decay(decay_gate ? Uniform(1, hidden, 2)
                         : Floats::Constant(1, hidden, 0.3F)),
        decay_state(Uniform(1, hidden, 3)),
        c_before(Uniform(1, 2 * hidden, 4)),
        bias(Uniform(1, hidden, 5)),
        gate_words(Uniform(1, hidden, 6)),
        gate(Uniform(1, hidden, 7)),
        state_before(Uniform(1, hidden, 8)) {}

  LevelForm<float> form;
  bool gates_decay;
  bool gates_output;
  bool has_bias;
  Floats u;
  Floats decay;
  Floats decay_state;
  Floats c_before;
  Floats bias;
  Floats gate_words;
  Floats gate;
  Floats state_before;
};

// Levels and state one beside the other. What is kept for the way back takes
// another way through the kernel.
Floats ResultOf(const Word& word, bool keeps_all) {
  const Index hidden = word.form.hidden;
  Floats found(1, 3 * hidden);
  Floats gate = word.gate;
  Floats z(1, 2 * hidden);
  Floats decays(1, hidden);
  Floats activated(1, hidden);
  RunWord<float>(
      word.form,
      {.mask = 1,
       .u = word.u.data(),
       .decay = word.decay.data(),
       .decay_state = word.gates_decay ? word.decay_state.data() : nullptr,
       .c_before = word.c_before.data(),
       .counts_before = nullptr,
       .c = found.data(),
       .counts = nullptr,
       .z = keeps_all ? z.data() : nullptr,
       .decays = keeps_all ? decays.data() : nullptr},
      {.mask = 1,
       .bias = word.has_bias ? word.bias.data() : nullptr,
       .gate_words = word.gates_output ? word.gate_words.data() : nullptr,
       .gate = word.gates_output ? gate.data() : nullptr,
       .highway = nullptr,
       .words = nullptr,
       .state_before = word.state_before.data(),
       .activated = keeps_all ? activated.data() : nullptr,
       .state = found.data() + 2 * hidden});
  return found;
}

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// The equations of ops/rcnn_form.h, unit by unit.
MatrixOf<double> Exact(const Word& word) {
  const Index hidden = word.form.hidden;
  MatrixOf<double> exact(1, 3 * hidden);
  const auto at = [](const Floats& values, Index i) {
    return static_cast<double>(values(0, i));
  };
  for (Index i = 0; i < hidden; ++i) {
    double lambda = at(word.decay, i);
    if (word.gates_decay) lambda = Sigmoid(lambda + at(word.decay_state, i));
    const double before = at(word.c_before, i);
    const double c1 = lambda * before + (1 - lambda) * at(word.u, i);
    const double c2 = lambda * at(word.c_before, hidden + i) +
                      (1 - lambda) * (before + at(word.u, hidden + i));
    const double bias = word.has_bias ? at(word.bias, i) : 0;
    double state = std::tanh(c2 + bias);
    if (word.gates_output) {
      state *= Sigmoid(at(word.gate, i) + at(word.gate_words, i));
    }
    exact(0, i) = c1;
    exact(0, hidden + i) = c2;
    exact(0, 2 * hidden + i) = state;
  }
  return exact;
}

template <typename Test>
void ForEachWord(const Test& test) {
  for (const Index hidden : {1, 3, 4, 7, 16, 21, 96, 200}) {
    for (const bool gates_decay : {false, true}) {
      for (const bool gates_output : {false, true}) {
        for (const bool has_bias : {false, true}) {
          test(Word(hidden, gates_decay, gates_output, has_bias));
        }
      }
    }
  }
}

TEST(RecurrenceKernels, AWordIsWhatItsEquationsSay) {
  ForEachTarget([] {
    ForEachWord([](const Word& word) {
      const Floats found = ResultOf(word, false);
      EXPECT_LT((found.cast<double>() - Exact(word)).cwiseAbs().maxCoeff(),
                2e-6)
          << word.form.hidden << " units";
    });
  });
}

TEST(RecurrenceKernels, AWordHasTheSameBitsWhateverIsKeptOfIt) {
  ForEachTarget([] {
    ForEachWord([](const Word& word) {
      EXPECT_EQ(ResultOf(word, false), ResultOf(word, true))
          << word.form.hidden << " units";
    });
  });
}

}  // namespace
}  // namespace whylight
