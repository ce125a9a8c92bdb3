#include <gtest/gtest.h>

#include <cmath>

#include "core/layers/rcrn.h"
#include "tests/core/layers/recurrent_layers.h"
#include "tests/core/layers/run_layer.h"

namespace whylight {
namespace {

LayerPointer MakeOneWord(const std::string& name, const RcnnOptions& options) {
  return std::make_unique<RcnnLayer>(name, options, 31);
}

// A controller that says the same at every word: its bias.
LayerPointer MakeConstant(const std::string& name, const Matrix& bias) {
  LayerPointer layer =
      MakeOneWord(name, {.inputs = 3,
                         .hidden = 4,
                         .order = 1,
                         .form = {.activation = Activation::kIdentity},
                         .decay = Decay::kConstant});
  SetTensor(*layer, "W.1", Matrix::Zero(4, 3));
  SetTensor(*layer, "b", bias);
  return layer;
}

// c⁴ under constant gates is the recurrent convolution of single words
// (Lei17 table 2.2, Tay19 chapter 9).
TEST(RcrnIdentityTest, UnderConstantControllersItIsAnRcnnOfOrderOne) {
  const Matrix forget = RandomMatrix(1, 4, "forget");
  const Matrix output = RandomMatrix(1, 4, "output");
  RcnnOptions options{.inputs = 3,
                      .hidden = 4,
                      .order = 1,
                      .form = {.activation = Activation::kIdentity},
                      .decay = Decay::kConstant,
                      .decay_value = 0,
                      .bias = false};
  LayerPointer listener = MakeOneWord("listener", options);
  const Matrix weight = TensorOf(*listener, "W.1");
  const Rcrn rcrn =
      Rcrn::Make(MakeConstant("forget", forget), MakeConstant("output", output),
                 std::move(listener), {})
          .value();
  options.decay = Decay::kTrained;
  options.decay_value = 0.5;
  const LayerPointer rcnn = MakeOneWord("rcnn", options);
  SetTensor(*rcnn, "W.1", weight);
  SetTensor(*rcnn, "gate.b", forget);

  const Matrix words = RandomMatrix(5, 3, "words");
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 1, 3, 4}, {4, 2}});
  // Of soft masks each of the layers would take its share.
  Matrix mask(12, 1);
  mask << 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 1;
  const RowVector open = (1 / (1 + (-output.array()).exp())).matrix();
  for (const std::optional<Matrix>& each :
       {std::optional<Matrix>(), std::optional<Matrix>(mask)}) {
    const Matrix states = RunLayer(*rcnn, words, batch, each);
    const Matrix expected = (states.array().rowwise() * open.array()).matrix();
    EXPECT_LT(
        (RunLayer(rcrn, words, batch, each) - expected).cwiseAbs().maxCoeff(),
        1e-12);
  }
}

}  // namespace
}  // namespace whylight
