#include "core/layers/stacked.h"

#include <gtest/gtest.h>

#include "core/layers/convolution.h"
#include "core/layers/dcu.h"
#include "core/layers/pooling.h"
#include "core/layers/positions.h"
#include "tests/core/layers/recurrent_layers.h"
#include "tests/core/layers/run_layer.h"

namespace whylight {
namespace {

const SequenceBatch kTexts = MakeSequences({{0, 1, 2, 3}, {}, {4, 1}});

TEST(StackedTest, OneLayerIsTheLayer) {
  const Matrix words = RandomMatrix(5, 3, "words");
  for (const auto output : {StackOutput::kLast, StackOutput::kAll}) {
    std::vector<LayerPointer> layers;
    layers.push_back(MakeLstm("1", 3));
    const Result<Stacked> stack = Stacked::Make(std::move(layers), output);
    EXPECT_EQ(RunLayer(stack.value(), words, kTexts),
              RunLayer(*MakeLstm("1", 3), words, kTexts));
  }
}

TEST(StackedTest, SecondLayerReadsWhatTheFirstGives) {
  const Matrix words = RandomMatrix(5, 3, "words");
  const Matrix first = RunLayer(*MakeGru("1", 3), words, kTexts);
  const LayerPointer stack =
      MakeStack(MakeGru("1", 3), MakeLstm("2", 4), StackOutput::kAll);
  const Matrix found = RunLayer(*stack, words, kTexts);
  ASSERT_EQ(found.cols(), stack->outputs());
  EXPECT_EQ(Matrix(found.leftCols(4)), first);
  // Row i of `first` is position i.
  SequenceBatch positions = kTexts;
  for (std::size_t i = 0; i < positions.rows.size(); ++i) {
    if (positions.rows[i] >= 0) {
      positions.rows[i] = static_cast<std::int32_t>(i);
    }
  }
  EXPECT_EQ(Matrix(found.rightCols(4)),
            RunLayer(*MakeLstm("2", 4), first, positions));
  EXPECT_EQ(RunLayer(*MakeStack(MakeGru("1", 3), MakeLstm("2", 4),
                                StackOutput::kLast),
                     words, kTexts),
            Matrix(found.rightCols(4)));
}

TEST(StackedTest, TensorsAndTheirSizesNameTheirLayer) {
  const LayerPointer stack =
      MakeStack(MakeBidirectional(MakeScrn("f", 3), MakeScrn("b", 3)),
                MakeElman("2", 12, Activation::kTanh), StackOutput::kAll);
  const auto dims = [&](const std::string& name) {
    return FindTensor(*stack, name).dims;
  };
  using Dims = std::vector<std::string>;
  EXPECT_EQ(dims("1.forward.c.W"), (Dims{"h.1", "d"}));
  EXPECT_EQ(dims("1.backward.h.V"), (Dims{"m.1", "h.1"}));
  EXPECT_EQ(dims("2.W"), (Dims{"h.2", "2(h.1+m.1)"}));
  EXPECT_EQ(dims("2.U"), (Dims{"h.2", "h.2"}));
  EXPECT_EQ(dims("2.b"), (Dims{"h.2"}));
  EXPECT_EQ(stack->OutputDim(), "2(h.1+m.1)+h.2");
}

TEST(StackedTest, StackInAStackNumbersTwice) {
  const LayerPointer stack = MakeStack(
      MakeGru("1", 3),
      MakeStack(MakeGru("2", 4), MakeLstm("3", 4), StackOutput::kLast),
      StackOutput::kLast);
  using Dims = std::vector<std::string>;
  EXPECT_EQ(FindTensor(*stack, "2.1.z.W").dims, (Dims{"h.1.2", "h.1"}));
  EXPECT_EQ(FindTensor(*stack, "2.2.i.W").dims, (Dims{"h.2.2", "h.1.2"}));
  EXPECT_EQ(stack->OutputDim(), "h.2.2");
}

TEST(StackedTest, ParameterCountIsThePublishedOne) {
  // Beer (Lei17 table 3.2): 643,605 with an output of 400 -> 5 that reads both
  // layers' states.
  std::vector<LayerPointer> layers;
  for (const std::string name : {"1", "2"}) {
    layers.push_back(std::make_unique<LstmLayer>(
        name, LstmOptions{.inputs = 200, .hidden = 200}, 1));
  }
  Result<Stacked> stack = Stacked::Make(std::move(layers), StackOutput::kAll);
  EXPECT_EQ(ParameterCount(stack.value()) + stack.value().outputs() * 5 + 5,
            643605);
}

TEST(StackedTest, LayersThatDoNotFitAreNamed) {
  EXPECT_EQ(Stacked::Make({}).error().message,
            "stack: expected at least one layer, found none");
  std::vector<LayerPointer> layers;
  layers.push_back(MakeGru("1", 3));
  layers.push_back(MakeGru("2", 3));
  EXPECT_EQ(Stacked::Make(std::move(layers)).error().message,
            "stack: expected layer 2 to read vectors of width 4, which layer 1 "
            "gives, found 3");
}

LayerPointer MakeConvolution(Border border) {
  return WithRandomBiases(std::make_unique<ConvolutionLayer>(
      "2",
      ConvolutionOptions{
          .inputs = 4, .hidden = 4, .order = 2, .border = border},
      25));
}

TEST(StackedTest, LayersSideBySideGiveAVectorAtEveryWord) {
  const auto error_of = [](LayerPointer second, StackOutput output) {
    std::vector<LayerPointer> layers;
    layers.push_back(MakeGru("1", 3));
    layers.push_back(std::move(second));
    const Result<Stacked> stack = Stacked::Make(std::move(layers), output);
    return stack.ok() ? "no error" : stack.error().message;
  };
  const auto pooling = [] {
    return std::make_unique<PoolingLayer>(PoolingOptions{.inputs = 4});
  };
  const std::string expected =
      "stack: expected layers that give a vector at every word, to stand side "
      "by side (\"output\": \"all\"), found layer 2, which pools or gives "
      "other windows";
  EXPECT_EQ(error_of(pooling(), StackOutput::kAll), expected);
  for (const Border border : {Border::kWide, Border::kNarrow}) {
    EXPECT_EQ(error_of(MakeConvolution(border), StackOutput::kAll), expected);
  }
  EXPECT_EQ(error_of(MakeConvolution(Border::kCausal), StackOutput::kAll),
            "no error");
  EXPECT_EQ(error_of(pooling(), StackOutput::kLast), "no error");
  // It stands beside no other.
  std::vector<LayerPointer> one;
  one.push_back(pooling());
  EXPECT_TRUE(Stacked::Make(std::move(one), StackOutput::kAll).ok());
}

TEST(StackedTest, LayersSideBySideSpeakOfTheSameWordsUnderAMask) {
  const Matrix words = RandomMatrix(3, 4, "words");
  const SequenceBatch text = MakeSequences({{0, 1, 2}});
  const SequenceBatch selected = MakeSequences({{0, 2}});
  Matrix mask(3, 1);
  mask << 1, 0, 1;
  // All know what to say at a word left out.
  const LayerPointer at_words =
      MakeStack(std::make_unique<PositionsLayer>(PositionsOptions{.inputs = 4}),
                MakeConvolution(Border::kCausal), StackOutput::kAll);
  const Matrix found = RunLayer(*at_words, words, text, mask);
  const Matrix alone = RunLayer(*at_words, words, selected);
  ASSERT_EQ(found.rows(), 3);
  EXPECT_TRUE(found.row(0).isApprox(alone.row(0), Real(1e-5)));
  EXPECT_TRUE(found.row(2).isApprox(alone.row(1), Real(1e-5)));
  // One of them says nothing there.
  const LayerPointer of_selected =
      MakeStack(MakeLstm("1", 4),
                std::make_unique<DcuLayer>(
                    "2", DcuOptions{.inputs = 4, .ranges = {1, 2}}, 5),
                StackOutput::kAll);
  EXPECT_EQ(RunLayer(*of_selected, words, text, mask),
            RunLayer(*of_selected, words, selected));
}

}  // namespace
}  // namespace whylight
