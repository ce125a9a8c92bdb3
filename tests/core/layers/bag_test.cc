#include "core/layers/bag.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// One row per text.
Matrix Bags(const SequenceLayer& layer, const Matrix& words,
            const std::vector<std::vector<std::int32_t>>& texts,
            const Matrix* mask = nullptr) {
  Graph graph(Graph::Mode::kInference);
  Sequences input{graph.Constant(words), MakeSequences(texts), std::nullopt};
  if (mask != nullptr) input.mask = graph.Constant(*mask);
  return graph.value(layer.Apply(graph, input).words);
}

TEST(BagTest, OrderIsLost) {
  // "it was not good, it was actually quite bad" against "it was not bad, it
  // was actually quite good" (Goldberg15 section 9).
  const std::vector<std::int32_t> bad = {0, 1, 2, 3, 0, 1, 4, 5, 6};
  const std::vector<std::int32_t> good = {0, 1, 2, 6, 0, 1, 4, 5, 3};
  const Matrix words = RandomMatrix(7, 4, "words");
  for (const BagMode mode : {BagMode::kMean, BagMode::kSum}) {
    const Matrix bags =
        Bags(BagLayer({.inputs = 4, .mode = mode}), words, {bad, good});
    EXPECT_LT((bags.row(0) - bags.row(1)).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(BagTest, OneHotVectorsMakeItTheBagOfWords) {
  const Matrix words = Matrix::Identity(4, 4);
  Matrix counts(1, 4);
  counts << 3, 0, 1, 1;
  EXPECT_EQ(Bags(BagLayer({.inputs = 4, .mode = BagMode::kSum}), words,
                 {{0, 2, 0, 3, 0}}),
            counts);
  EXPECT_LT(
      (Bags(BagLayer({.inputs = 4}), words, {{0, 2, 0, 3, 0}}) - counts / 5)
          .cwiseAbs()
          .maxCoeff(),
      1e-7);
}

TEST(BagTest, EmptyTextsAndMasksOfSumZeroGiveZeros) {
  const Matrix words = RandomMatrix(2, 3, "words");
  for (const BagMode mode : {BagMode::kMean, BagMode::kSum}) {
    const BagLayer layer({.inputs = 3, .mode = mode});
    EXPECT_EQ(Bags(layer, Matrix(0, 3), {{}}), Matrix(Matrix::Zero(1, 3)));
    const Matrix nothing = Matrix::Zero(2, 1);
    EXPECT_EQ(Bags(layer, words, {{0, 1}}, &nothing),
              Matrix(Matrix::Zero(1, 3)));
  }
}

TEST(BagTest, MaskedRunEqualsRunOnTheSelectedWordsExactly) {
  const Matrix words = RandomMatrix(6, 3, "words");
  Matrix mask(6, 1);
  mask << 0, 1, 1, 0, 0, 1;
  const std::vector<std::vector<std::int32_t>> all = {{0, 1, 2, 3, 4, 5}};
  const std::vector<std::vector<std::int32_t>> selected = {{1, 2, 5}};
  for (const BagMode mode : {BagMode::kMean, BagMode::kSum}) {
    const BagLayer layer({.inputs = 3, .mode = mode});
    EXPECT_EQ(Bags(layer, words, all, &mask), Bags(layer, words, selected));
  }
}

TEST(BagTest, SoftMaskWeighsItsWord) {
  Matrix words(2, 1);
  words << 2, 8;
  Matrix mask(2, 1);
  mask << 1, 0.5;
  EXPECT_FLOAT_EQ(static_cast<float>(Bags(BagLayer({.inputs = 1}), words,
                                          {{0, 1}}, &mask)(0, 0)),
                  4);
  EXPECT_EQ(Bags(BagLayer({.inputs = 1, .mode = BagMode::kSum}), words,
                 {{0, 1}}, &mask)(0, 0),
            6);
}

TEST(BagTest, TextIsTheSameAloneAndInABatch) {
  const Matrix words = RandomMatrix(6, 3, "words");
  const std::vector<std::vector<std::int32_t>> texts = {
      {5, 2}, {0, 1, 2, 3, 4}, {}, {3, 3, 1, 0}};
  const BagLayer bag({.inputs = 3});
  const DanLayer dan("dan", {.inputs = 3, .hidden = 4}, 5);
  for (const SequenceLayer* layer :
       std::initializer_list<const SequenceLayer*>{&bag, &dan}) {
    const Matrix together = Bags(*layer, words, texts);
    for (std::size_t b = 0; b < texts.size(); ++b) {
      EXPECT_LT((together.row(static_cast<Index>(b)) -
                 Bags(*layer, words, {texts[b]}))
                    .cwiseAbs()
                    .maxCoeff(),
                1e-6);
    }
  }
}

TEST(DanTest, EqualsPlainLoops) {
  for (const Activation activation :
       {Activation::kTanh, Activation::kRelu, Activation::kIdentity}) {
    DanLayer layer(
        "dan",
        {.inputs = 3, .hidden = 4, .layers = 3, .activation = activation}, 5);
    const std::vector<LayerTensor> tensors = layer.Tensors();
    ASSERT_EQ(tensors.size(), 6u);
    EXPECT_EQ(tensors[0].name, "1.W");
    EXPECT_EQ(tensors[0].dims, (std::vector<std::string>{"h", "d"}));
    EXPECT_EQ(tensors[3].name, "2.b");
    EXPECT_EQ(tensors[4].dims, (std::vector<std::string>{"h", "h"}));
    const Matrix words = RandomMatrix(4, 3, "words");
    std::vector<double> x(3);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto c = static_cast<Index>(i);
      x[i] = (words(1, c) + 2.0 * words(3, c)) / 3;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      Matrix& bias = tensors[2 * k + 1].parameter->value;
      bias = RandomMatrix(1, 4, "b" + std::to_string(k));
      std::vector<double> y(4);
      for (std::size_t j = 0; j < 4; ++j) {
        const auto unit = static_cast<Index>(j);
        y[j] = bias(0, unit);
        for (std::size_t i = 0; i < x.size(); ++i) {
          y[j] += x[i] *
                  tensors[2 * k].parameter->value(static_cast<Index>(i), unit);
        }
        if (activation == Activation::kTanh) y[j] = std::tanh(y[j]);
        if (activation == Activation::kRelu) y[j] = std::max(y[j], 0.0);
      }
      x = y;
    }
    const Matrix found = Bags(layer, words, {{3, 1, 3}});
    for (std::size_t j = 0; j < 4; ++j) {
      EXPECT_NEAR(found(0, static_cast<Index>(j)), x[j], 1e-6);
    }
  }
}

TEST(BagTest, BadOptionsAreNamed) {
  EXPECT_EQ(CheckBagOptions({}).error().message,
            "bag: \"inputs\": expected a whole number of at least 1, found 0");
  EXPECT_TRUE(CheckDanOptions({.inputs = 1, .hidden = 1}).ok());
  EXPECT_EQ(
      CheckDanOptions({.inputs = 1, .hidden = 1, .layers = 0}).error().message,
      "dan: \"layers\": expected a whole number of at least 1, found 0");
}

}  // namespace
}  // namespace whylight
