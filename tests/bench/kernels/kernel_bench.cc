// The kernels of core/math as a wasm module of their own, without glue:
// kernels.mjs finds out by these functions what there is to be timed.
//
// Shapes are those of a rationale model with 200 units and 145 words, and of
// its smaller kin with 96.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/math/integer_kernels.h"
#include "core/math/kernels.h"
#include "core/math/matrix.h"
#include "core/math/recurrence_kernels.h"
#include "tests/bench/kernels/roofline.h"

namespace whylight {
namespace {

struct Kernel {
  std::string name;
  double flops;
  std::function<void()> run;
};

Matrix Uniform(Index rows, Index cols, std::uint64_t seed) {
  const CounterRandom random(seed, RandomPurpose::kInitialise);
  Matrix values(rows, cols);
  for (Index i = 0; i < values.size(); ++i) {
    values.data()[i] = static_cast<Real>(
        0.2 * random.Uniform(static_cast<std::uint64_t>(i)) - 0.1);
  }
  return values;
}

Kernel ProductKernel(Index rows, Index depth, Index cols) {
  return {"gemm " + std::to_string(rows) + "x" + std::to_string(depth) + "x" +
              std::to_string(cols),
          2.0 * static_cast<double>(rows * depth * cols),
          [a = Uniform(rows, depth, 1),
           b = PackedMatrix<Real>(Uniform(depth, cols, 2)),
           c = Matrix(rows, cols)]() mutable {
            Gemm<Real>(a, b, c, Into::kReplace);
          }};
}

// Turning the left side into integers is part of it.
Kernel IntegerProductKernel(Index rows, Index depth, Index cols) {
  return {"igemm " + std::to_string(rows) + "x" + std::to_string(depth) + "x" +
              std::to_string(cols),
          2.0 * static_cast<double>(rows * depth * cols),
          [a = Uniform(rows, depth, 1), integers = IntegerRows(),
           b = IntegerMatrix(Uniform(depth, cols, 2)),
           c = Matrix(rows, cols)]() mutable {
            integers.Assign(a);
            Gemm(integers, b, c, Into::kReplace);
          }};
}

Kernel FunctionKernel(const char* name, Index count,
                      void (*function)(const Real*, Real*, Index)) {
  return {name + (" " + std::to_string(count)), static_cast<double>(count),
          [function, x = Matrix(20 * Uniform(1, count, 3)),
           y = Matrix(1, count)]() mutable {
            function(x.data(), y.data(), x.size());
          }};
}

constexpr Index kOrder = 2;
constexpr Real kExposure[] = {0, 1};

LevelForm<Real> FormOf(Index hidden) {
  return {.order = kOrder,
          .hidden = hidden,
          .multiplicative = false,
          .normalized = true,
          .same_step = false,
          .counts = false,
          .activation = Activation::kTanh,
          .exposes_z = false,
          .exposure = kExposure};
}

// A layer's words one after another, in one direction: λ or o have a product
// with the state before.
class Recurrence {
 public:
  enum class Gated { kDecay, kOutput };

  Recurrence(Gated gated, Index hidden)
      : gated_(gated),
        form_(FormOf(hidden)),
        recurrent_(Uniform(hidden, hidden, 4)),
        bias_(Uniform(1, hidden, 5)),
        decay_(Matrix::Constant(1, hidden, Real(0.6))),
        c_(Matrix::Zero(2, kOrder * hidden)),
        state_(Matrix::Zero(2, hidden)),
        product_(Matrix::Zero(1, hidden)) {}

  /// `words` holds the projections of a word: u_1, u_2 and the gate.
  void Word(const Real* words, bool with_product) {
    const Index hidden = form_.hidden;
    const Index now = 1 - before_;
    if (with_product) {
      Gemm<Real>(state_.row(before_), recurrent_, product_, Into::kReplace);
    }
    const Real* gate = words + kOrder * hidden;
    const bool decays = gated_ == Gated::kDecay;
    RunWord<Real>(form_,
                  {.mask = 1,
                   .u = words,
                   .decay = decays ? gate : decay_.data(),
                   .decay_state = decays ? product_.data() : nullptr,
                   .c_before = c_.row(before_).data(),
                   .counts_before = nullptr,
                   .c = c_.row(now).data(),
                   .counts = nullptr,
                   .z = nullptr,
                   .decays = nullptr},
                  {.mask = 1,
                   .bias = bias_.data(),
                   .gate_words = decays ? nullptr : gate,
                   .gate = decays ? nullptr : product_.data(),
                   .highway = nullptr,
                   .words = nullptr,
                   .state_before = state_.row(before_).data(),
                   .activated = nullptr,
                   .state = state_.row(now).data()});
    before_ = now;
  }

 private:
  Gated gated_;
  LevelForm<Real> form_;
  PackedMatrix<Real> recurrent_;
  Matrix bias_;
  Matrix decay_;
  Matrix c_;
  Matrix state_;
  Matrix product_;
  Index before_ = 0;
};

Kernel WordKernel(const char* name, Recurrence::Gated gated, Index hidden) {
  return {name + (" " + std::to_string(hidden)), static_cast<double>(hidden),
          [recurrence = Recurrence(gated, hidden),
           words = Uniform(1, 3 * hidden, 6)]() mutable {
            recurrence.Word(words.data(), false);
          }};
}

// A generator both ways and an encoder of two layers, as bench:web times them
// in every engine: the products over all words first, then word after word.
Kernel NetworkKernel(Index length, Index hidden) {
  constexpr Index kWays = 4;
  const Index width = 3 * hidden;
  const auto cells = static_cast<double>(kWays * length * hidden * hidden);
  return {"network " + std::to_string(length) + "x" + std::to_string(hidden),
          2 * 4 * cells,
          [length, width, words = Uniform(length, hidden, 7),
           both = PackedMatrix<Real>(Uniform(hidden, 2 * width, 8)),
           one = PackedMatrix<Real>(Uniform(hidden, width, 9)),
           recurrence = Recurrence(Recurrence::Gated::kDecay, hidden),
           sums = Matrix(length, 2 * width),
           layer = Matrix(length, width)]() mutable {
            Gemm<Real>(words, both, sums, Into::kReplace);
            for (Index t = 0; t < length; ++t) {
              recurrence.Word(sums.row(t).data(), true);
            }
            for (Index t = length; t-- > 0;) {
              recurrence.Word(sums.row(t).data() + width, true);
            }
            for (int i = 0; i < 2; ++i) {
              Gemm<Real>(words, one, layer, Into::kReplace);
              for (Index t = 0; t < length; ++t) {
                recurrence.Word(layer.row(t).data(), true);
              }
            }
          }};
}

std::vector<Kernel>& Kernels() {
  static std::vector<Kernel> kernels = {
      {"roofline", RooflineFlops(), RunRoofline},
      ProductKernel(145, 200, 1200),
      ProductKernel(145, 200, 600),
      ProductKernel(22, 200, 600),
      ProductKernel(16, 200, 200),
      ProductKernel(1, 200, 200),
      ProductKernel(1, 96, 96),
      IntegerProductKernel(145, 200, 600),
      IntegerProductKernel(16, 200, 200),
      IntegerProductKernel(1, 200, 200),
      IntegerProductKernel(1, 96, 96),
      WordKernel("word, gated decay", Recurrence::Gated::kDecay, 200),
      WordKernel("word, gated decay", Recurrence::Gated::kDecay, 96),
      WordKernel("word, gated output", Recurrence::Gated::kOutput, 200),
      FunctionKernel("sigmoid", 200, Sigmoid<Real>),
      FunctionKernel("tanh", 200, Tanh<Real>),
      NetworkKernel(145, 200),
  };
  return kernels;
}

Kernel& KernelAt(int i) { return Kernels()[static_cast<std::size_t>(i)]; }

}  // namespace
}  // namespace whylight

extern "C" {

int KernelCount() { return static_cast<int>(whylight::Kernels().size()); }
const char* KernelName(int i) { return whylight::KernelAt(i).name.c_str(); }
/// Elements, for what is not a product.
double KernelFlops(int i) { return whylight::KernelAt(i).flops; }
void RunKernel(int i, int times) {
  for (int n = 0; n < times; ++n) whylight::KernelAt(i).run();
}
}
