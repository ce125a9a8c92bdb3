#include "core/layers/convolution.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/layers/pooling.h"
#include "core/ops/rcnn.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kInputs = 3;
constexpr Index kHidden = 4;

// Biases start at zero, where mistakes hide.
ConvolutionLayer MakeLayer(const ConvolutionOptions& options) {
  ConvolutionLayer layer("layer", options, 17);
  for (const LayerTensor& tensor : layer.Tensors()) {
    if (tensor.name == "b") {
      tensor.parameter->value = RandomMatrix(1, options.hidden, "b");
    }
  }
  return layer;
}

// The vectors of the only text, one row each.
Matrix Apply(const SequenceLayer& layer, const Matrix& words,
             const SequenceBatch& text, const Matrix* mask = nullptr) {
  Graph graph(Graph::Mode::kInference);
  Sequences input{graph.Constant(words), text, std::nullopt};
  if (mask != nullptr) input.mask = graph.Constant(*mask);
  const Sequences output = layer.Apply(graph, input);
  Matrix rows(output.batch.lengths[0], layer.outputs());
  for (Index t = 0; t < rows.rows(); ++t) {
    rows.row(t) = graph.value(output.words).row(output.batch.row(t, 0));
  }
  return rows;
}

Real Activated(Activation activation, Real x) {
  if (activation == Activation::kTanh) return std::tanh(x);
  return activation == Activation::kRelu ? std::max(x, Real{0}) : x;
}

// The definition (Goldberg15 section 9): the text between as many zero vectors
// as the border asks for, then every window of it in plain loops.
Matrix SlowConvolution(ConvolutionLayer& layer,
                       const ConvolutionOptions& options, const Matrix& text) {
  const Index n = options.order;
  const Index left = options.border == Border::kNarrow ? 0 : n - 1;
  const Index right = options.border == Border::kWide ? n - 1 : 0;
  Matrix padded = Matrix::Zero(left + text.rows() + right, text.cols());
  padded.middleRows(left, text.rows()) = text;
  const std::vector<LayerTensor> tensors = layer.Tensors();
  const Index windows = std::max(padded.rows() - n + 1, Index{0});
  Matrix states(windows, options.hidden);
  for (Index t = 0; t < windows; ++t) {
    for (Index j = 0; j < options.hidden; ++j) {
      Real value = options.mapping == Mapping::kAdditive ? 0 : 1;
      for (Index k = 0; k < n; ++k) {
        const LayerTensor& w = tensors[static_cast<std::size_t>(k)];
        Real u = 0;
        for (Index i = 0; i < text.cols(); ++i) {
          u += w.parameter->value(i, w.column + j) * padded(t + k, i);
        }
        if (options.mapping == Mapping::kAdditive) {
          value += u;
        } else {
          value *= u;
        }
      }
      if (options.bias) value += tensors.back().parameter->value(0, j);
      states(t, j) = Activated(options.activation, value);
    }
  }
  return states;
}

TEST(ConvolutionTest, EqualsPlainLoopsInEveryForm) {
  const Matrix words = RandomMatrix(6, kInputs, "words");
  const std::vector<std::vector<std::int32_t>> texts = {
      {0, 1, 2, 1, 3, 4, 5}, {5, 5, 0}, {2, 1}, {3}};
  for (const Mapping mapping : {Mapping::kAdditive, Mapping::kMultiplicative}) {
    for (const Border border :
         {Border::kCausal, Border::kNarrow, Border::kWide}) {
      for (const Activation activation :
           {Activation::kTanh, Activation::kRelu, Activation::kIdentity}) {
        for (Index order = 1; order <= 4; ++order) {
          const ConvolutionOptions options{.inputs = kInputs,
                                           .hidden = kHidden,
                                           .order = order,
                                           .mapping = mapping,
                                           .border = border,
                                           .activation = activation,
                                           .bias = order % 2 == 0};
          ConvolutionLayer layer = MakeLayer(options);
          for (const auto& text : texts) {
            Matrix vectors(static_cast<Index>(text.size()), kInputs);
            for (std::size_t t = 0; t < text.size(); ++t) {
              vectors.row(static_cast<Index>(t)) = words.row(text[t]);
            }
            const Matrix expected = SlowConvolution(layer, options, vectors);
            const Matrix found = Apply(layer, words, MakeSequences({text}));
            ASSERT_EQ(found.rows(), expected.rows());
            if (found.rows() == 0) continue;
            EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-6)
                << "order " << order << ", words " << text.size();
          }
        }
      }
    }
  }
}

TEST(ConvolutionTest, NineWordsHaveSevenNarrowAndElevenWideWindowsOfThree) {
  // Goldberg15 figure 4: vectors of 2, 3 filters.
  const Matrix words = RandomMatrix(9, 2, "words");
  const SequenceBatch text = MakeSequences({{0, 1, 2, 3, 4, 5, 6, 7, 8}});
  const auto windows = [&](Border border) {
    ConvolutionLayer layer =
        MakeLayer({.inputs = 2, .hidden = 3, .order = 3, .border = border});
    // A window is 6 numbers wide: three matrices of [3 x 2].
    EXPECT_EQ(layer.Tensors()[0].parameter->value.size(), 6 * 3);
    EXPECT_EQ(layer.outputs(), 3);
    return Apply(layer, words, text).rows();
  };
  EXPECT_EQ(windows(Border::kNarrow), 7);
  EXPECT_EQ(windows(Border::kWide), 11);
  EXPECT_EQ(windows(Border::kCausal), 9);
}

TEST(ConvolutionTest, TextShorterThanTheWindowHasNoNarrowWindows) {
  const ConvolutionLayer layer = MakeLayer({.inputs = kInputs,
                                            .hidden = kHidden,
                                            .order = 3,
                                            .border = Border::kNarrow});
  const Matrix words = RandomMatrix(3, kInputs, "words");
  EXPECT_EQ(Apply(layer, words, MakeSequences({{0, 1}})).rows(), 0);
  EXPECT_EQ(Apply(layer, words, MakeSequences({{0, 1, 2}})).rows(), 1);

  // Pooling no words gives zero, beside a text that has some.
  const PoolingLayer pooling({.inputs = kHidden});
  Graph graph(Graph::Mode::kInference);
  const Sequences pooled = pooling.Apply(
      graph,
      layer.Apply(graph, {graph.Constant(words),
                          MakeSequences({{0, 1}, {0, 1, 2}}), std::nullopt}));
  EXPECT_TRUE((graph.value(pooled.words).row(0).array() == 0).all());
  EXPECT_TRUE((graph.value(pooled.words).row(1).array() != 0).all());
}

TEST(ConvolutionTest, EmptyTextHasNoWindows) {
  for (const Border border :
       {Border::kCausal, Border::kNarrow, Border::kWide}) {
    const ConvolutionLayer layer =
        MakeLayer({.inputs = kInputs, .hidden = kHidden, .border = border});
    EXPECT_EQ(Apply(layer, Matrix(0, kInputs), MakeSequences({{}})).rows(), 0);
  }
}

TEST(ConvolutionTest, ProductIsZeroWhereTheWindowReachesPastTheText) {
  const ConvolutionLayer layer = MakeLayer({.inputs = kInputs,
                                            .hidden = kHidden,
                                            .order = 3,
                                            .mapping = Mapping::kMultiplicative,
                                            .activation = Activation::kIdentity,
                                            .bias = false});
  const Matrix states = Apply(layer, RandomMatrix(4, kInputs, "words"),
                              MakeSequences({{0, 1, 2, 3}}));
  EXPECT_TRUE((states.topRows(2).array() == 0).all());
  EXPECT_TRUE((states.bottomRows(2).array() != 0).all());
}

TEST(ConvolutionTest, MaskedRunEqualsRunOnTheSelectedWordsExactly) {
  const Matrix words = RandomMatrix(6, kInputs, "words");
  Matrix mask(6, 1);
  mask << 0, 1, 1, 0, 0, 1;
  for (const Mapping mapping : {Mapping::kAdditive, Mapping::kMultiplicative}) {
    const ConvolutionLayer layer =
        MakeLayer({.inputs = kInputs, .hidden = kHidden, .mapping = mapping});
    EXPECT_EQ(Apply(layer, words, MakeSequences({{0, 1, 2, 3, 4, 5}}), &mask),
              Apply(layer, words, MakeSequences({{1, 2, 5}})));
  }
}

TEST(ConvolutionTest, TextGivesTheSameWindowsAloneAndInABatch) {
  const Matrix words = RandomMatrix(6, kInputs, "words");
  const std::vector<std::vector<std::int32_t>> texts = {
      {0, 1, 2, 3, 4}, {5, 2}, {}, {3, 3, 1, 0}};
  for (const Border border :
       {Border::kCausal, Border::kNarrow, Border::kWide}) {
    const ConvolutionLayer layer =
        MakeLayer({.inputs = kInputs,
                   .hidden = kHidden,
                   .order = 3,
                   .mapping = Mapping::kMultiplicative,
                   .border = border});
    Graph graph(Graph::Mode::kTraining);
    const Sequences together = layer.Apply(
        graph, {graph.Constant(words), MakeSequences(texts), std::nullopt});
    for (std::size_t b = 0; b < texts.size(); ++b) {
      const Matrix alone = Apply(layer, words, MakeSequences({texts[b]}));
      ASSERT_EQ(together.batch.lengths[b], alone.rows());
      for (Index t = 0; t < together.batch.max_length; ++t) {
        const std::int32_t row = together.batch.row(t, static_cast<Index>(b));
        if (t >= alone.rows()) {
          EXPECT_EQ(row, SequenceBatch::kPadding);
        } else {
          EXPECT_EQ(Matrix(graph.value(together.words).row(row)),
                    Matrix(alone.row(t)));
        }
      }
    }
  }
}

TEST(ConvolutionTest, IsTheRecurrentConvolutionWithoutMemory) {
  const Matrix words = RandomMatrix(5, kInputs, "words");
  const SequenceBatch text = MakeSequences({{0, 1, 2, 1, 3, 4}});
  for (const Mapping mapping : {Mapping::kAdditive, Mapping::kMultiplicative}) {
    ConvolutionLayer layer = MakeLayer(
        {.inputs = kInputs, .hidden = kHidden, .order = 3, .mapping = mapping});
    const std::vector<Parameter*> parameters = layer.Parameters();
    Graph graph(Graph::Mode::kInference);
    RcnnInputs inputs;
    inputs.form.mapping = mapping;
    inputs.order = 3;
    inputs.candidates = graph.Constant(words * parameters[0]->value);
    inputs.decay = graph.Constant(Matrix::Zero(1, 1));
    inputs.bias = graph.Use(*parameters[1]);
    const Var states = Rcnn(graph, inputs, text, Direction::kForward);
    EXPECT_LT(
        (graph.value(states) - Apply(layer, words, text)).cwiseAbs().maxCoeff(),
        1e-6);
  }
}

TEST(ConvolutionTest, ParameterCountIsThePublishedOne) {
  // Lei17 table 2.8: 401K for 667 filters on 3 words of 200.
  ConvolutionLayer layer("layer", {.inputs = 200, .hidden = 667, .order = 3},
                         1);
  Index count = 0;
  for (const Parameter* parameter : layer.Parameters()) {
    count += parameter->value.size();
  }
  EXPECT_EQ(count, 400867);
}

TEST(ConvolutionTest, TensorsCoverEveryNumberOnce) {
  ConvolutionLayer layer("layer",
                         {.inputs = kInputs, .hidden = kHidden, .order = 2}, 1);
  const std::vector<LayerTensor> tensors = layer.Tensors();
  ASSERT_EQ(tensors.size(), 3u);
  EXPECT_EQ(tensors[0].name, "W.1");
  EXPECT_EQ(tensors[1].name, "W.2");
  EXPECT_EQ(tensors[1].dims, (std::vector<std::string>{"h", "d"}));
  EXPECT_EQ(tensors[1].column, kHidden);
  EXPECT_EQ(tensors[2].name, "b");
  EXPECT_EQ(tensors[2].dims, std::vector<std::string>{"h"});
  EXPECT_EQ(layer.Parameters().size(), 2u);
  // As other programs know them: W.2 maps d inputs to h outputs.
  EXPECT_EQ(TensorValue(tensors[1]),
            Matrix(tensors[1].parameter->value.rightCols(kHidden).transpose()));
}

TEST(ConvolutionTest, BadOptionsAreNamed) {
  const ConvolutionOptions good{.inputs = 2, .hidden = 2, .order = 1};
  EXPECT_TRUE(CheckConvolutionOptions(good).ok());
  ConvolutionOptions bad = good;
  bad.order = 0;
  EXPECT_EQ(CheckConvolutionOptions(bad).error().message,
            "convolution: \"order\": expected a whole number of at least 1, "
            "found 0");
  bad = good;
  bad.hidden = -3;
  EXPECT_NE(CheckConvolutionOptions(bad).error().message.find("\"hidden\""),
            std::string::npos);
  bad = good;
  bad.inputs = 0;
  EXPECT_NE(CheckConvolutionOptions(bad).error().message.find("\"inputs\""),
            std::string::npos);
}

}  // namespace
}  // namespace whylight
