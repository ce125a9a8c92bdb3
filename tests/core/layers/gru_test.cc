#include "core/layers/gru.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/layers/recurrent_layers.h"
#include "tests/core/layers/run_layer.h"

namespace whylight {
namespace {

const SequenceBatch kText = MakeSequences({{2, 0, 1, 1, 3, 4}});

Real Logistic(Real x) { return 1 / (1 + std::exp(-x)); }

TEST(GruTest, EqualsPlainLoopsInBothConventions) {
  for (const auto gate : {UpdateGate::kNewState, UpdateGate::kOldState}) {
    const LayerPointer layer = MakeGru("l", 3, gate);
    const Matrix words = RandomMatrix(5, 3, "words");
    const Matrix found = RunLayer(*layer, words, kText);
    Matrix h = Matrix::Zero(4, 1);
    for (Index t = 0; t < 6; ++t) {
      const auto linear = [&](const std::string& name, const Matrix& state,
                              Index j) {
        const Matrix w = TensorOf(*layer, name + ".W");
        const Matrix u = TensorOf(*layer, name + ".U");
        Real sum = TensorOf(*layer, name + ".b")(0, j);
        for (Index i = 0; i < 3; ++i) {
          sum += w(j, i) * words(kText.row(t, 0), i);
        }
        for (Index i = 0; i < 4; ++i) sum += u(j, i) * state(i, 0);
        return sum;
      };
      Matrix reset(4, 1);
      for (Index j = 0; j < 4; ++j) {
        reset(j, 0) = Logistic(linear("r", h, j)) * h(j, 0);
      }
      Matrix next(4, 1);
      for (Index j = 0; j < 4; ++j) {
        const Real z = Logistic(linear("z", h, j));
        const Real fresh = std::tanh(linear("h", reset, j));
        next(j, 0) = gate == UpdateGate::kNewState
                         ? (1 - z) * h(j, 0) + z * fresh
                         : z * h(j, 0) + (1 - z) * fresh;
        EXPECT_NEAR(found(t, j), next(j, 0), 1e-6);
      }
      h = next;
    }
  }
}

// PyTorch's equations: the reset gate weighs the product, with a bias within.
TEST(GruTest, ResetAfterTheProductEqualsPlainLoops) {
  const LayerPointer layer =
      MakeGru("l", 3, UpdateGate::kOldState, ResetGate::kAfter);
  const Matrix words = RandomMatrix(5, 3, "words");
  const Matrix found = RunLayer(*layer, words, kText);
  const auto tensor = [&](const std::string& name) {
    return TensorOf(*layer, name);
  };
  Matrix h = Matrix::Zero(4, 1);
  for (Index t = 0; t < 6; ++t) {
    const Matrix x = words.row(kText.row(t, 0)).transpose();
    const auto gate = [&](const std::string& name, Index j) {
      return Logistic((tensor(name + ".W").row(j) * x)(0, 0) +
                      (tensor(name + ".U").row(j) * h)(0, 0) +
                      tensor(name + ".b")(0, j));
    };
    Matrix next(4, 1);
    for (Index j = 0; j < 4; ++j) {
      const Real product =
          (tensor("h.U").row(j) * h)(0, 0) + tensor("h.c")(0, j);
      const Real fresh =
          std::tanh((tensor("h.W").row(j) * x)(0, 0) + tensor("h.b")(0, j) +
                    gate("r", j) * product);
      const Real z = gate("z", j);
      next(j, 0) = z * h(j, 0) + (1 - z) * fresh;
      EXPECT_NEAR(found(t, j), next(j, 0), 1e-6);
    }
    h = next;
  }
}

// σ(-x) = 1 - σ(x): turning the gate's parameters round turns the convention.
TEST(GruTest, ConventionsAreMirrorImages) {
  const LayerPointer one = MakeGru("l", 3, UpdateGate::kNewState);
  const LayerPointer other = MakeGru("l", 3, UpdateGate::kOldState);
  const Matrix words = RandomMatrix(5, 3, "words");
  EXPECT_GT((RunLayer(*one, words, kText) - RunLayer(*other, words, kText))
                .cwiseAbs()
                .maxCoeff(),
            1e-2);
  for (const std::string name : {"z.W", "z.U", "z.b"}) {
    SetTensor(*other, name, -TensorOf(*one, name));
  }
  EXPECT_LT((RunLayer(*one, words, kText) - RunLayer(*other, words, kText))
                .cwiseAbs()
                .maxCoeff(),
            1e-6);
}

// Word 0 opens the update gate, word 1 shuts it.
TEST(GruTest, ShutUpdateGateCopiesTheState) {
  GruLayer layer("l", {.inputs = 2, .hidden = 4}, 3);
  Matrix open_then_shut(4, 2);
  open_then_shut.col(0).setConstant(100);
  open_then_shut.col(1).setConstant(-100);
  SetTensor(layer, "z.W", open_then_shut);
  const Matrix states = RunLayer(layer, Matrix::Identity(2, 2),
                                 MakeSequences({{0, 1, 1, 1, 1, 1}}));
  const Matrix fresh = TensorOf(layer, "h.W").col(0).array().tanh();
  for (Index t = 0; t < 6; ++t) {
    EXPECT_LT((states.row(t).transpose() - fresh).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(GruTest, ParameterCountIsThePublishedOne) {
  // Question retrieval (Lei17 table 2.8): 404K.
  GruLayer layer("l", {.inputs = 200, .hidden = 280}, 1);
  EXPECT_EQ(ParameterCount(layer), 404040);
}

TEST(GruTest, OptionsThatCannotBeAreNamed) {
  EXPECT_TRUE(CheckGruOptions({.inputs = 3, .hidden = 4}).ok());
  EXPECT_EQ(CheckGruOptions({.inputs = 3, .hidden = 0}).error().message,
            "gru: \"hidden\": expected a whole number of at least 1, found 0");
  EXPECT_EQ(CheckGruOptions({.inputs = 0, .hidden = 4}).error().message,
            "gru: \"inputs\": expected a whole number of at least 1, found 0");
}

}  // namespace
}  // namespace whylight
