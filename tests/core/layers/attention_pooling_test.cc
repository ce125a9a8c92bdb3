#include "core/layers/attention_pooling.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kInputs = 3;

AttentionPoolingLayer MakeLayer(Index hidden) {
  return AttentionPoolingLayer("layer", {.inputs = kInputs, .hidden = hidden},
                               17);
}

struct Attended {
  Matrix vectors;
  Matrix weights;
};

Attended Attend(const AttentionPoolingLayer& layer, const Matrix& words,
                const std::vector<std::vector<std::int32_t>>& texts,
                const Matrix* mask = nullptr) {
  Graph graph(Graph::Mode::kInference);
  Sequences input{graph.Constant(words), MakeSequences(texts), std::nullopt};
  if (mask != nullptr) input.mask = graph.Constant(*mask);
  const auto attended = layer.Attend(graph, input);
  EXPECT_EQ(Matrix(graph.value(layer.Apply(graph, input).words)),
            Matrix(graph.value(attended.vectors)));
  return {graph.value(attended.vectors), graph.value(attended.weights)};
}

TEST(AttentionPoolingTest, EqualsPlainLoops) {
  const Matrix words = 2 * RandomMatrix(5, kInputs, "words");
  const std::vector<std::int32_t> text = {4, 1, 1, 0, 3};
  for (const Index hidden : {0, 4}) {
    AttentionPoolingLayer layer = MakeLayer(hidden);
    const std::vector<LayerTensor> tensors = layer.Tensors();
    const Matrix& v = tensors.back().parameter->value;
    std::vector<double> weights;
    double sum = 0;
    for (const std::int32_t word : text) {
      double score = 0;
      for (Index j = 0; j < v.cols(); ++j) {
        double x = hidden == 0 ? words(word, j) : 0;
        for (Index i = 0; hidden > 0 && i < kInputs; ++i) {
          x += tensors[0].parameter->value(i, j) * words(word, i);
        }
        score += v(0, j) * (hidden > 0 ? std::tanh(x) : x);
      }
      weights.push_back(std::exp(score));
      sum += weights.back();
    }
    const Attended found = Attend(layer, words, {text});
    RowVector expected = RowVector::Zero(kInputs);
    for (std::size_t t = 0; t < text.size(); ++t) {
      EXPECT_NEAR(found.weights(static_cast<Index>(t), 0), weights[t] / sum,
                  1e-6);
      expected += static_cast<Real>(weights[t] / sum) * words.row(text[t]);
    }
    EXPECT_LT((found.vectors.row(0) - expected).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(AttentionPoolingTest, OneWordIsReturnedAsItIs) {
  const Matrix words = RandomMatrix(2, kInputs, "words");
  for (const Index hidden : {0, 4}) {
    const Attended found = Attend(MakeLayer(hidden), words, {{1}});
    EXPECT_EQ(found.weights(0, 0), 1);
    EXPECT_EQ(found.vectors, Matrix(words.row(1)));
  }
}

TEST(AttentionPoolingTest, WeightsOfEveryTextSumToOneAndPaddingGetsNone) {
  const Attended found = Attend(MakeLayer(4), RandomMatrix(5, kInputs, "words"),
                                {{0, 1, 2, 3}, {4, 4}, {}});
  EXPECT_TRUE((found.weights.array() >= 0).all());
  const Matrix by_text = found.weights.reshaped<Eigen::RowMajor>(4, 3);
  EXPECT_NEAR(by_text.col(0).sum(), 1, 1e-6);
  EXPECT_NEAR(by_text(0, 1) + by_text(1, 1), 1, 1e-6);
  EXPECT_EQ(by_text(2, 1), 0);
  EXPECT_TRUE((by_text.col(2).array() == 0).all());
  EXPECT_TRUE((found.vectors.row(2).array() == 0).all());
}

TEST(AttentionPoolingTest, WeightsMoveWithTheirWords) {
  const Matrix words = RandomMatrix(4, kInputs, "words");
  const AttentionPoolingLayer layer = MakeLayer(4);
  const Attended one = Attend(layer, words, {{0, 1, 2, 3}});
  const Attended other = Attend(layer, words, {{2, 0, 3, 1}});
  const std::vector<Index> order = {2, 0, 3, 1};
  for (std::size_t t = 0; t < order.size(); ++t) {
    EXPECT_NEAR(other.weights(static_cast<Index>(t), 0),
                one.weights(order[t], 0), 1e-6);
  }
  EXPECT_LT((one.vectors - other.vectors).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(AttentionPoolingTest, LargeScoresDoNotOverflow) {
  const Matrix words = 1000 * RandomMatrix(4, kInputs, "words");
  const Attended found = Attend(MakeLayer(0), words, {{0, 1, 2, 3}});
  EXPECT_TRUE(found.vectors.allFinite());
  EXPECT_NEAR(found.weights.sum(), 1, 1e-6);
}

TEST(AttentionPoolingTest, MaskedRunEqualsRunOnTheSelectedWordsExactly) {
  const Matrix words = RandomMatrix(6, kInputs, "words");
  Matrix mask(6, 1);
  mask << 0, 1, 1, 0, 0, 1;
  const AttentionPoolingLayer layer = MakeLayer(4);
  const Attended masked = Attend(layer, words, {{0, 1, 2, 3, 4, 5}}, &mask);
  const Attended selected = Attend(layer, words, {{1, 2, 5}});
  EXPECT_EQ(masked.vectors, selected.vectors);
  Matrix weights = Matrix::Zero(6, 1);
  weights(1, 0) = selected.weights(0, 0);
  weights(2, 0) = selected.weights(1, 0);
  weights(5, 0) = selected.weights(2, 0);
  EXPECT_EQ(masked.weights, weights);

  const Matrix nothing = Matrix::Zero(6, 1);
  const Attended none = Attend(layer, words, {{0, 1, 2, 3, 4, 5}}, &nothing);
  EXPECT_TRUE((none.vectors.array() == 0).all());
  EXPECT_TRUE((none.weights.array() == 0).all());
}

TEST(AttentionPoolingTest, TextIsTheSameAloneAndInABatch) {
  const Matrix words = RandomMatrix(6, kInputs, "words");
  const std::vector<std::vector<std::int32_t>> texts = {
      {5, 2}, {0, 1, 2, 3, 4}, {}, {3, 3, 1, 0}};
  const AttentionPoolingLayer layer = MakeLayer(4);
  const Attended together = Attend(layer, words, texts);
  for (std::size_t b = 0; b < texts.size(); ++b) {
    const Attended alone = Attend(layer, words, {texts[b]});
    EXPECT_LT((together.vectors.row(static_cast<Index>(b)) - alone.vectors)
                  .cwiseAbs()
                  .maxCoeff(),
              1e-6);
  }
}

TEST(AttentionPoolingTest, TensorsAreTheQueryAndTheProjection) {
  AttentionPoolingLayer plain = MakeLayer(0);
  ASSERT_EQ(plain.Tensors().size(), 1u);
  EXPECT_EQ(plain.Tensors()[0].name, "v");
  EXPECT_EQ(plain.Tensors()[0].dims, std::vector<std::string>{"d"});
  EXPECT_EQ(plain.Tensors()[0].rows, kInputs);
  AttentionPoolingLayer projected = MakeLayer(4);
  ASSERT_EQ(projected.Tensors().size(), 2u);
  EXPECT_EQ(projected.Tensors()[0].name, "W");
  EXPECT_EQ(projected.Tensors()[1].dims, std::vector<std::string>{"h"});
  EXPECT_EQ(projected.Tensors()[1].rows, 4);
}

TEST(AttentionPoolingTest, BadOptionsAreNamed) {
  EXPECT_TRUE(CheckAttentionPoolingOptions({.inputs = 2}).ok());
  EXPECT_NE(CheckAttentionPoolingOptions({}).error().message.find("\"inputs\""),
            std::string::npos);
  EXPECT_EQ(
      CheckAttentionPoolingOptions({.inputs = 2, .hidden = -1}).error().message,
      "attention: \"hidden\": expected 0, for no projection, or more, "
      "found -1");
}

}  // namespace
}  // namespace whylight
