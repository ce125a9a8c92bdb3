#include "core/layers/lstm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/layers/recurrent_layers.h"
#include "tests/core/layers/run_layer.h"

namespace whylight {
namespace {

Real Logistic(Real x) { return 1 / (1 + std::exp(-x)); }

TEST(LstmTest, EqualsPlainLoops) {
  const LayerPointer layer = MakeLstm("l", 3);
  const Matrix words = RandomMatrix(5, 3, "words");
  const SequenceBatch text = MakeSequences({{2, 0, 1, 1, 3, 4}});
  const Matrix found = RunLayer(*layer, words, text);
  const Matrix cells = RunLayer(*MakeLstm("l", 3, LstmOutput::kC), words, text);
  Matrix h = Matrix::Zero(4, 1);
  Matrix c = Matrix::Zero(4, 1);
  for (Index t = 0; t < 6; ++t) {
    const Matrix old = h;
    const auto linear = [&](const std::string& gate, Index j) {
      const Matrix w = TensorOf(*layer, gate + ".W");
      const Matrix u = TensorOf(*layer, gate + ".U");
      Real sum = TensorOf(*layer, gate + ".b")(0, j);
      for (Index i = 0; i < 3; ++i) sum += w(j, i) * words(text.row(t, 0), i);
      for (Index i = 0; i < 4; ++i) sum += u(j, i) * old(i, 0);
      return sum;
    };
    for (Index j = 0; j < 4; ++j) {
      c(j, 0) = Logistic(linear("f", j)) * c(j, 0) +
                Logistic(linear("i", j)) * std::tanh(linear("g", j));
      h(j, 0) = Logistic(linear("o", j)) * std::tanh(c(j, 0));
      EXPECT_NEAR(found(t, j), h(j, 0), 1e-6);
      EXPECT_NEAR(cells(t, j), c(j, 0), 1e-6);
    }
  }
}

// Word 0 opens the input gate, word 1 shuts it; nothing is ever forgotten.
TEST(LstmTest, CellIsCarriedWhereNothingIsForgottenOrRead) {
  LstmLayer layer("l", {.inputs = 2, .hidden = 4}, 3);
  for (const std::string gate : {"i", "f", "o", "g"}) {
    SetTensor(layer, gate + ".U", Matrix::Zero(4, 4));
  }
  Matrix open_then_shut(4, 2);
  open_then_shut.col(0).setConstant(100);
  open_then_shut.col(1).setConstant(-100);
  SetTensor(layer, "i.W", open_then_shut);
  SetTensor(layer, "f.W", Matrix::Zero(4, 2));
  SetTensor(layer, "f.b", Matrix::Constant(1, 4, 100));
  SetTensor(layer, "o.W", Matrix::Zero(4, 2));
  SetTensor(layer, "o.b", Matrix::Constant(1, 4, 100));
  const Matrix states = RunLayer(layer, Matrix::Identity(2, 2),
                                 MakeSequences({{0, 1, 1, 1, 1, 1}}));
  const Matrix g = TensorOf(layer, "g.W").col(0).array().tanh();
  const Matrix expected = g.array().tanh().transpose();
  for (Index t = 0; t < 6; ++t) {
    EXPECT_LT((states.row(t) - expected).cwiseAbs().maxCoeff(), 1e-6);
  }
  EXPECT_GT(expected.cwiseAbs().minCoeff(), 1e-3);
}

TEST(LstmTest, ForgetGateStartsOpen) {
  LstmLayer layer("l", {.inputs = 2, .hidden = 3}, 3);
  EXPECT_EQ(TensorOf(layer, "f.b"), Matrix::Ones(1, 3));
  for (const std::string gate : {"i", "o", "g"}) {
    EXPECT_EQ(TensorOf(layer, gate + ".b"), Matrix::Zero(1, 3));
  }
}

TEST(LstmTest, EachMatrixStartsAsOneOfItsOwn) {
  LstmLayer layer(
      "l",
      {.inputs = 60, .hidden = 40, .initialisation = Initialisation::kUnitRows},
      3);
  const double limit = std::sqrt(3.0 / 60);
  EXPECT_NE(TensorOf(layer, "i.W"), TensorOf(layer, "f.W"));
  for (const std::string gate : {"i", "f", "o", "g"}) {
    const double largest = TensorOf(layer, gate + ".W").cwiseAbs().maxCoeff();
    EXPECT_LE(largest, limit);
    EXPECT_GT(largest, 0.95 * limit);
  }
}

TEST(LstmTest, ParameterCountsAreThePublishedOnes) {
  const auto count = [](Index inputs, Index hidden) {
    LstmLayer layer("l", {.inputs = inputs, .hidden = hidden}, 1);
    return ParameterCount(layer);
  };
  // Question retrieval (Lei17 table 2.8): 423K.
  EXPECT_EQ(count(200, 240), 423360);
  // Beer (Lei17 table 3.2): 643,605 with an output of 400 -> 5.
  EXPECT_EQ(2 * count(200, 200) + 400 * 5 + 5, 643605);
  // Language models (Lei17 table 2.4) with two tables of 10,000 words: 4.9m
  // and 16.4m.
  const auto with_words = [&](Index h) {
    return count(h, h) + 20000 * h + 10000;
  };
  EXPECT_EQ((with_words(225) + 50000) / 100000, 49);
  EXPECT_EQ((with_words(650) + 50000) / 100000, 164);
}

TEST(LstmTest, OptionsThatCannotBeAreNamed) {
  EXPECT_TRUE(CheckLstmOptions({.inputs = 3, .hidden = 4}).ok());
  EXPECT_EQ(CheckLstmOptions({.inputs = 3, .hidden = 0}).error().message,
            "lstm: \"hidden\": expected a whole number of at least 1, found 0");
  EXPECT_EQ(CheckLstmOptions({.inputs = 0, .hidden = 4}).error().message,
            "lstm: \"inputs\": expected a whole number of at least 1, found 0");
}

}  // namespace
}  // namespace whylight
