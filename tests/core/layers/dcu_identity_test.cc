#include <gtest/gtest.h>

#include "core/layers/dcu.h"
#include "core/layers/rcnn.h"
#include "tests/core/layers/recurrent_layers.h"
#include "tests/core/layers/run_layer.h"

namespace whylight {
namespace {

// The cell is the recurrent convolution of single words with λ_t = σ(g_t) and
// tanh(W_p w_t + b_p) in place of W x_t (Lei17 section 2.3.5, Tay19 chapter
// 8).
TEST(DcuIdentityTest, ItsCellIsAnRcnnOfOrderOne) {
  const Index d = 3;
  const Matrix identity = Matrix::Identity(d, d);
  const Matrix gate = 2 * RandomMatrix(d, d, "gate");
  const Matrix gate_bias = RandomMatrix(1, d, "gate bias");
  const Matrix fresh = RandomMatrix(d, d, "fresh");
  const Matrix fresh_bias = RandomMatrix(1, d, "fresh bias");
  // Positive words pass all ReLUs of blocks of one word, so that g_t is
  // `gate` w_t + `gate_bias`.
  const Matrix words = RandomMatrix(5, d, "words").array().abs();
  DcuLayer dcu("dcu",
               {.inputs = d, .ranges = {1}, .gate = Activation::kIdentity}, 1);
  SetTensor(dcu, "fold.1.W", identity);
  SetTensor(dcu, "gate.1.W.1", identity);
  SetTensor(dcu, "gate.2.W", gate);
  SetTensor(dcu, "gate.2.b", gate_bias);
  SetTensor(dcu, "fresh.W", fresh);
  SetTensor(dcu, "fresh.b", fresh_bias);
  SetTensor(dcu, "output.W", Matrix::Zero(d, d));
  SetTensor(dcu, "output.b", Matrix::Ones(1, d));

  // The RCNN reads z_t beside w_t.
  RcnnLayer rcnn("rcnn",
                 {.inputs = 2 * d,
                  .hidden = d,
                  .order = 1,
                  .form = {.activation = Activation::kIdentity},
                  .decay = Decay::kInput,
                  .bias = false},
                 1);
  Matrix read(5, 2 * d);
  read.leftCols(d) = ((words * fresh.transpose()).rowwise() + fresh_bias.row(0))
                         .array()
                         .tanh();
  read.rightCols(d) = words;
  Matrix candidates = Matrix::Zero(d, 2 * d);
  candidates.leftCols(d) = identity;
  Matrix decays = Matrix::Zero(d, 2 * d);
  decays.rightCols(d) = gate;
  SetTensor(rcnn, "W.1", candidates);
  SetTensor(rcnn, "gate.W", decays);
  SetTensor(rcnn, "gate.b", gate_bias);

  const SequenceBatch batch = MakeSequences({{0, 1, 2, 1, 3, 4}, {4, 2}});
  EXPECT_LT((RunLayer(dcu, words, batch).topRows(4) -
             RunLayer(rcnn, read, batch).topRows(4))
                .cwiseAbs()
                .maxCoeff(),
            1e-12);
  const SequenceBatch one = MakeSequences({{0, 1, 2, 1, 3, 4}});
  EXPECT_LT((RunLayer(dcu, words, one) - RunLayer(rcnn, read, one))
                .cwiseAbs()
                .maxCoeff(),
            1e-12);
}

}  // namespace
}  // namespace whylight
