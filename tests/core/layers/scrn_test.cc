#include "core/layers/scrn.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/layers/rcnn.h"
#include "tests/core/layers/recurrent_layers.h"
#include "tests/core/layers/run_layer.h"

namespace whylight {
namespace {

constexpr Real kAlpha = Real(0.7);  // As in MakeScrn.
const SequenceBatch kText = MakeSequences({{2, 0, 1, 1, 3, 4}});

TEST(ScrnTest, EqualsPlainLoops) {
  const LayerPointer layer = MakeScrn("l", 3);
  const Matrix words = RandomMatrix(5, 3, "words");
  const Matrix found = RunLayer(*layer, words, kText);
  ASSERT_EQ(found.cols(), 6);
  const Matrix context_weight = TensorOf(*layer, "c.W");
  const Matrix w = TensorOf(*layer, "h.W");
  const Matrix u = TensorOf(*layer, "h.U");
  const Matrix v = TensorOf(*layer, "h.V");
  Matrix c = Matrix::Zero(4, 1);
  Matrix h = Matrix::Zero(2, 1);
  for (Index t = 0; t < 6; ++t) {
    const auto word = words.row(kText.row(t, 0));
    for (Index j = 0; j < 4; ++j) {
      Real sum = 0;
      for (Index i = 0; i < 3; ++i) sum += context_weight(j, i) * word(i);
      c(j, 0) = (1 - kAlpha) * sum + kAlpha * c(j, 0);
      EXPECT_NEAR(found(t, j), c(j, 0), 1e-6);
    }
    const Matrix old = h;
    for (Index j = 0; j < 2; ++j) {
      Real sum = 0;
      for (Index i = 0; i < 3; ++i) sum += w(j, i) * word(i);
      for (Index i = 0; i < 2; ++i) sum += u(j, i) * old(i, 0);
      for (Index i = 0; i < 4; ++i) sum += v(j, i) * c(i, 0);
      h(j, 0) = 1 / (1 + std::exp(-sum));
      EXPECT_NEAR(found(t, 4 + j), h(j, 0), 1e-6);
    }
  }
}

// c[t] = (1 - α) sum over s <= t of α^(t-s) W x_s.
TEST(ScrnTest, ContextIsAnExponentialMovingAverage) {
  const LayerPointer layer = MakeScrn("l", 3);
  const Matrix words = RandomMatrix(5, 3, "words");
  const Matrix found = RunLayer(*layer, words, kText);
  const Matrix w = TensorOf(*layer, "c.W");
  for (Index t = 0; t < 6; ++t) {
    Matrix expected = Matrix::Zero(4, 1);
    for (Index s = 0; s <= t; ++s) {
      expected += (1 - kAlpha) * std::pow(kAlpha, static_cast<Real>(t - s)) *
                  (w * words.row(kText.row(s, 0)).transpose());
    }
    EXPECT_LT(
        (found.row(t).head(4).transpose() - expected).cwiseAbs().maxCoeff(),
        1e-6);
  }
}

TEST(ScrnTest, ContextIsTheRecurrentConvolutionOfOrderOne) {
  const LayerPointer layer = MakeScrn("l", 3);
  const Matrix words = RandomMatrix(5, 3, "words");
  RcnnLayer rcnn("r",
                 {.inputs = 3,
                  .hidden = 4,
                  .order = 1,
                  .form = {.activation = Activation::kIdentity},
                  .decay = Decay::kConstant,
                  .decay_value = 0.7,
                  .bias = false},
                 1);
  SetTensor(rcnn, "W.1", TensorOf(*layer, "c.W"));
  EXPECT_LT((RunLayer(rcnn, words, kText) -
             RunLayer(*layer, words, kText).leftCols(4))
                .cwiseAbs()
                .maxCoeff(),
            1e-6);
}

TEST(ScrnTest, FastStateIsAsWideAsTheContextUnlessSaid) {
  const ScrnLayer layer("l", {.inputs = 3, .hidden = 5}, 1);
  EXPECT_EQ(layer.outputs(), 10);
}

TEST(ScrnTest, OptionsThatCannotBeAreNamed) {
  EXPECT_TRUE(CheckScrnOptions({.inputs = 3, .hidden = 4}).ok());
  EXPECT_TRUE(CheckScrnOptions({.inputs = 3, .hidden = 4, .alpha = 0}).ok());
  EXPECT_EQ(CheckScrnOptions({.inputs = 3, .hidden = 0}).error().message,
            "scrn: \"hidden\": expected a whole number of at least 1, found 0");
  EXPECT_EQ(
      CheckScrnOptions({.inputs = 3, .hidden = 4, .fast = 0}).error().message,
      "scrn: \"fast\": expected a whole number of at least 1, found 0");
  EXPECT_EQ(
      CheckScrnOptions({.inputs = 3, .hidden = 4, .alpha = 1}).error().message,
      "scrn: \"alpha\": expected a number from 0 to below 1, found 1.000000");
  EXPECT_FALSE(
      CheckScrnOptions({.inputs = 3, .hidden = 4, .alpha = -0.1}).ok());
  EXPECT_FALSE(
      CheckScrnOptions({.inputs = 3, .hidden = 4, .alpha = std::nan("")}).ok());
}

}  // namespace
}  // namespace whylight
