#include "core/layers/elman.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/layers/recurrent_layers.h"
#include "tests/core/layers/run_layer.h"

namespace whylight {
namespace {

const SequenceBatch kText = MakeSequences({{2, 0, 1, 1, 3, 4}});

TEST(ElmanTest, EqualsPlainLoops) {
  const LayerPointer layer = MakeElman("l", 3, Activation::kTanh);
  const Matrix words = RandomMatrix(5, 3, "words");
  const Matrix found = RunLayer(*layer, words, kText);
  const Matrix w = TensorOf(*layer, "W");
  const Matrix u = TensorOf(*layer, "U");
  const Matrix b = TensorOf(*layer, "b");
  std::vector<Real> state(4, 0);
  for (Index t = 0; t < 6; ++t) {
    std::vector<Real> next(4);
    for (Index j = 0; j < 4; ++j) {
      Real sum = b(0, j);
      for (Index i = 0; i < 3; ++i) sum += w(j, i) * words(kText.row(t, 0), i);
      for (Index i = 0; i < 4; ++i) {
        sum += u(j, i) * state[static_cast<std::size_t>(i)];
      }
      next[static_cast<std::size_t>(j)] = std::tanh(sum);
      EXPECT_NEAR(found(t, j), std::tanh(sum), 1e-6);
    }
    state = next;
  }
}

// h[t] = sum over s <= t of U^(t-s) (W x_s + b).
TEST(ElmanTest, LinearStateIsASumOfPowers) {
  const LayerPointer layer = MakeElman("l", 3, Activation::kIdentity);
  const Matrix words = RandomMatrix(5, 3, "words");
  const Matrix found = RunLayer(*layer, words, kText);
  const Matrix w = TensorOf(*layer, "W");
  const Matrix u = TensorOf(*layer, "U");
  const Matrix b = TensorOf(*layer, "b");
  for (Index t = 0; t < 6; ++t) {
    Matrix power = Matrix::Identity(4, 4);
    Matrix expected = Matrix::Zero(4, 1);
    for (Index s = t; s >= 0; --s) {
      expected +=
          power * (w * words.row(kText.row(s, 0)).transpose() + b.transpose());
      power = power * u;
    }
    EXPECT_LT((found.row(t).transpose() - expected).cwiseAbs().maxCoeff(),
              1e-5);
  }
}

TEST(IrnnTest, AddsUpWhatItReadsBeforeTraining) {
  ElmanLayer layer("l",
                   {.inputs = 3,
                    .hidden = 3,
                    .activation = Activation::kRelu,
                    .identity = true},
                   5);
  EXPECT_EQ(TensorOf(layer, "U"), Matrix::Identity(3, 3));
  EXPECT_EQ(TensorOf(layer, "b"), Matrix::Zero(1, 3));
  SetTensor(layer, "W", Matrix::Identity(3, 3));
  Matrix words(5, 3);
  words << 1, 0, 2, 0, 3, 0, 1, 1, 1, 4, 0, 0, 0, 0, 5;
  const Matrix states = RunLayer(layer, words, kText);
  Matrix last(1, 3);
  last << 6, 7, 8;  // 2·word 1 and each other word once.
  EXPECT_EQ(Matrix(states.row(5)), last);
}

TEST(IrnnTest, KeepsAStateWhereWordsSayNothing) {
  const LayerPointer layer = MakeElman("l", 3, Activation::kRelu, true);
  SetTensor(*layer, "b", Matrix::Zero(1, 4));
  Matrix words = Matrix::Zero(2, 3);
  // Units 0 and 1 meet a positive word, units 2 and 3 a negative one.
  words.row(0).setOnes();
  Matrix w = RandomMatrix(4, 3, "w").cwiseAbs();
  w.bottomRows(2) *= -1;
  SetTensor(*layer, "W", w);
  const Matrix states =
      RunLayer(*layer, words, MakeSequences({{0, 1, 1, 1, 1}}));
  EXPECT_GT(states.row(0).head(2).minCoeff(), 0);
  EXPECT_EQ(states.row(0).tail(2).maxCoeff(), 0);
  for (Index t = 1; t < 5; ++t) EXPECT_EQ(states.row(t), states.row(0));
}

TEST(ElmanTest, OptionsThatCannotBeAreNamed) {
  EXPECT_TRUE(CheckElmanOptions({.inputs = 3, .hidden = 4}).ok());
  EXPECT_EQ(
      CheckElmanOptions({.inputs = 0, .hidden = 4}).error().message,
      "elman: \"inputs\": expected a whole number of at least 1, found 0");
  EXPECT_EQ(
      CheckElmanOptions({.inputs = 3, .hidden = -1}).error().message,
      "elman: \"hidden\": expected a whole number of at least 1, found -1");
}

}  // namespace
}  // namespace whylight
