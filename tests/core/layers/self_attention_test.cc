#include "core/layers/self_attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/model/layer_spec.h"
#include "tests/core/layers/run_layer.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kWordWidth = 3;
constexpr Index kHeadsWidth = 4;

std::vector<SelfAttentionOptions> SelfAttentions() {
  std::vector<SelfAttentionOptions> variants;
  for (const AttentionScore score :
       {AttentionScore::kScaled, AttentionScore::kDot,
        AttentionScore::kAdditive, AttentionScore::kBilinear}) {
    for (const Index heads : {1, 2}) {
      if (score == AttentionScore::kBilinear && heads > 1) continue;
      variants.push_back({.inputs = kWordWidth,
                          .hidden = kHeadsWidth,
                          .score = score,
                          .heads = heads,
                          .output_matrix = heads > 1});
    }
  }
  return variants;
}

// Biases start at zero, where mistakes hide.
SelfAttentionLayer MakeSelfAttention(const SelfAttentionOptions& options) {
  SelfAttentionLayer layer("layer", options, 17);
  for (Parameter* parameter : layer.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return layer;
}

std::vector<SelfAttentionLayer> SelfAttentionLayers() {
  std::vector<SelfAttentionLayer> layers;
  for (const SelfAttentionOptions& options : SelfAttentions()) {
    layers.push_back(MakeSelfAttention(options));
  }
  return layers;
}

Matrix DenseOf(SelfAttentionLayer& layer, const std::string& name,
               const Matrix& x) {
  return (x * TensorOf(layer, name + ".W").transpose()).rowwise() +
         TensorOf(layer, name + ".b").row(0);
}

// e_ij of the columns of a head.
double SelfAttentionScore(SelfAttentionLayer& layer,
                          const SelfAttentionOptions& options, const Matrix& x,
                          Index i, Index j, Index head) {
  if (options.score == AttentionScore::kBilinear) {
    return (x.row(i) * TensorOf(layer, "M") * x.row(j).transpose())(0, 0);
  }
  const Index width = kHeadsWidth / options.heads;
  const RowVector q =
      DenseOf(layer, "q", x).row(i).segment(head * width, width);
  if (options.score == AttentionScore::kAdditive) {
    const RowVector k = (x.row(j) * TensorOf(layer, "k.W").transpose())
                            .segment(head * width, width);
    double score = 0;
    for (Index c = 0; c < width; ++c) {
      score += double{TensorOf(layer, "u")(0, head * width + c)} *
               std::tanh(double{q(c) + k(c)});
    }
    return score;
  }
  const RowVector k =
      DenseOf(layer, "k", x).row(j).segment(head * width, width);
  const double scale = options.score == AttentionScore::kScaled
                           ? std::sqrt(static_cast<double>(width))
                           : 1;
  return double{q.dot(k)} / scale;
}

Matrix AttendByPlainLoops(SelfAttentionLayer& layer,
                          const SelfAttentionOptions& options,
                          const Matrix& x) {
  const Index width = kHeadsWidth / options.heads;
  const Matrix values = DenseOf(layer, "v", x);
  Matrix heads = Matrix::Zero(x.rows(), kHeadsWidth);
  for (Index head = 0; head < options.heads; ++head) {
    for (Index i = 0; i < x.rows(); ++i) {
      std::vector<double> weights;
      for (Index j = 0; j < x.rows(); ++j) {
        weights.push_back(
            std::exp(SelfAttentionScore(layer, options, x, i, j, head)));
      }
      const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
      for (Index j = 0; j < x.rows(); ++j) {
        heads.row(i).segment(head * width, width) +=
            static_cast<Real>(weights[static_cast<std::size_t>(j)] / sum) *
            values.row(j).segment(head * width, width);
      }
    }
  }
  return options.output_matrix ? DenseOf(layer, "o", heads) : heads;
}

TEST(SelfAttentionTest, EqualsPlainLoops) {
  const Matrix words = 2 * RandomMatrix(5, kWordWidth, "words");
  const std::vector<std::int32_t> text = {4, 1, 1, 0, 3};
  Matrix x(5, kWordWidth);
  for (Index t = 0; t < 5; ++t) {
    x.row(t) = words.row(text[static_cast<std::size_t>(t)]);
  }
  for (const SelfAttentionOptions& options : SelfAttentions()) {
    SelfAttentionLayer layer = MakeSelfAttention(options);
    const Matrix found = RunLayer(layer, words, MakeSequences({text}));
    EXPECT_LT(
        (found - AttendByPlainLoops(layer, options, x)).cwiseAbs().maxCoeff(),
        1e-5);
  }
}

TEST(SelfAttentionTest, AWordAloneIsItsValue) {
  const Matrix words = RandomMatrix(2, kWordWidth, "words");
  for (const SelfAttentionOptions& options : SelfAttentions()) {
    SelfAttentionLayer layer = MakeSelfAttention(options);
    Matrix expected = DenseOf(layer, "v", words.row(1));
    if (options.output_matrix) expected = DenseOf(layer, "o", expected);
    const Matrix found = RunLayer(layer, words, MakeSequences({{1}}));
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(SelfAttentionTest, AWordReadsAllWordsOfItsTextByWeightsThatAddUpToOne) {
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 3}, {4, 4}, {}, {2}});
  for (const SelfAttentionOptions& options : SelfAttentions()) {
    const SelfAttentionLayer layer = MakeSelfAttention(options);
    Graph graph(Graph::Mode::kInference);
    const Sequences input{graph.Constant(RandomMatrix(5, kWordWidth, "words")),
                          batch, std::nullopt};
    const Attention attended = layer.Attend(graph, input);
    const WordPairs pairs(batch, batch, options.heads);
    EXPECT_EQ(pairs.size(), options.heads * (16 + 4 + 0 + 1));
    for (Index b = 0; b < 4; ++b) {
      for (Index head = 0; head < options.heads; ++head) {
        const Matrix weights = pairs.Of(graph.value(attended.weights), b, head);
        ASSERT_EQ(weights.rows(), batch.lengths[static_cast<std::size_t>(b)]);
        EXPECT_TRUE((weights.array() >= 0).all());
        for (Index i = 0; i < weights.rows(); ++i) {
          EXPECT_NEAR(weights.row(i).sum(), 1, 1e-6);
        }
      }
    }
    EXPECT_EQ(Matrix(graph.value(layer.Apply(graph, input).words)),
              Matrix(graph.value(attended.vectors)));
  }
}

TEST(SelfAttentionTest, VectorsMoveWithTheirWords) {
  const Matrix words = RandomMatrix(4, kWordWidth, "words");
  for (const SelfAttentionLayer& layer : SelfAttentionLayers()) {
    const Matrix one = RunLayer(layer, words, MakeSequences({{0, 1, 2, 3}}));
    const Matrix other = RunLayer(layer, words, MakeSequences({{2, 0, 3, 1}}));
    const std::vector<Index> order = {2, 0, 3, 1};
    for (Index t = 0; t < 4; ++t) {
      const Matrix row = one.row(order[static_cast<std::size_t>(t)]);
      EXPECT_LT((other.row(t) - row).cwiseAbs().maxCoeff(), 1e-6);
    }
  }
}

TEST(SelfAttentionTest, ATextIsTheSameAloneAndInABatch) {
  const Matrix words = RandomMatrix(6, kWordWidth, "words");
  const std::vector<std::vector<std::int32_t>> texts = {
      {5, 2}, {0, 1, 2, 3, 4}, {}, {3, 3, 1, 0}};
  for (const SelfAttentionLayer& layer : SelfAttentionLayers()) {
    const Matrix together = RunLayer(layer, words, MakeSequences(texts));
    for (Index b = 0; b < 4; ++b) {
      const auto& text = texts[static_cast<std::size_t>(b)];
      const Matrix alone = RunLayer(layer, words, MakeSequences({text}));
      for (Index t = 0; t < alone.rows(); ++t) {
        EXPECT_EQ(Matrix(together.row(t * 4 + b)), Matrix(alone.row(t)));
      }
    }
  }
}

TEST(SelfAttentionTest, WordsLeftOutAreReadByNoOther) {
  const Matrix words = RandomMatrix(6, kWordWidth, "words");
  Matrix mask(6, 1);
  mask << 0, 1, 1, 0, 0, 1;
  for (const SelfAttentionLayer& layer : SelfAttentionLayers()) {
    const Matrix masked =
        RunLayer(layer, words, MakeSequences({{0, 1, 2, 3, 4, 5}}), mask);
    const Matrix selected = RunLayer(layer, words, MakeSequences({{1, 2, 5}}));
    const std::vector<Index> kept = {1, 2, 5};
    for (Index t = 0; t < 3; ++t) {
      const Matrix row = masked.row(kept[static_cast<std::size_t>(t)]);
      EXPECT_LT((row - selected.row(t)).cwiseAbs().maxCoeff(), 1e-6);
    }
    // What word 3 would be if it were selected.
    const Matrix with = RunLayer(layer, words, MakeSequences({{1, 2, 3, 5}}));
    EXPECT_LT((masked.row(3) - with.row(2)).cwiseAbs().maxCoeff(), 1e-6);
    // Where nothing is selected, each word is alone.
    const Matrix none =
        RunLayer(layer, words, MakeSequences({{0, 1, 2, 3, 4, 5}}),
                 Matrix(Matrix::Zero(6, 1)));
    const Matrix alone = RunLayer(layer, words, MakeSequences({{4}}));
    EXPECT_LT((none.row(4) - alone).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(SelfAttentionTest, AHalfMaskHalvesHowMuchAWordIsRead) {
  const Matrix words = RandomMatrix(3, kWordWidth, "words");
  const SequenceBatch batch = MakeSequences({{0, 1, 2}});
  const SelfAttentionLayer layer = MakeSelfAttention(SelfAttentions().front());
  const auto weights = [&](const Matrix& mask) -> Matrix {
    Graph graph(Graph::Mode::kInference);
    const Attention attended = layer.Attend(
        graph, {graph.Constant(words), batch, graph.Constant(mask)});
    return WordPairs(batch, batch).Of(graph.value(attended.weights), 0);
  };
  const Matrix whole = weights(Matrix::Ones(3, 1));
  const Matrix half = weights(Matrix{{1.0}, {0.5}, {1.0}});
  EXPECT_NEAR(half(0, 1) / half(0, 2), whole(0, 1) / whole(0, 2) / 2, 1e-6);
  EXPECT_LT((half.row(1) - whole.row(1)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(SelfAttentionTest, LargeScoresDoNotOverflow) {
  const Matrix words = 1000 * RandomMatrix(4, kWordWidth, "words");
  Matrix mask(4, 1);
  for (const SelfAttentionLayer& layer : SelfAttentionLayers()) {
    for (Index left_out = 0; left_out < 4; ++left_out) {
      mask.setOnes();
      mask(left_out, 0) = 0;
      const Matrix found =
          RunLayer(layer, words, MakeSequences({{0, 1, 2, 3}}), mask);
      EXPECT_TRUE(found.allFinite());
    }
  }
}

// Only then may a long text be read, a few words of it at a time.
TEST(SelfAttentionTest, ALongTextIsTheSameInPiecesToTheBit) {
  std::vector<std::int32_t> text(150);
  std::iota(text.begin(), text.end(), 0);
  const Matrix words = RandomMatrix(150, kWordWidth, "words");
  Matrix mask = RandomMatrix(150, 1, "mask").cwiseMax(0);
  for (const SelfAttentionLayer& layer : SelfAttentionLayers()) {
    Graph graph(Graph::Mode::kInference);
    const Sequences input{graph.Constant(words), MakeSequences({text}),
                          graph.Constant(mask)};
    EXPECT_EQ(Matrix(graph.value(layer.Apply(graph, input).words)),
              Matrix(graph.value(layer.Attend(graph, input).vectors)));
  }
}

TEST(SelfAttentionTest, TensorsAreThoseOfTheScoreAndTheValues) {
  const auto names = [](const SelfAttentionOptions& options) {
    SelfAttentionLayer layer = MakeSelfAttention(options);
    std::string all;
    for (const LayerTensor& tensor : layer.Tensors()) all += tensor.name + " ";
    return all;
  };
  const SelfAttentionOptions options{.inputs = 3, .hidden = 4};
  SelfAttentionOptions other = options;
  EXPECT_EQ(names(other), "q.W q.b k.W k.b v.W v.b ");
  other.output_matrix = true;
  EXPECT_EQ(names(other), "q.W q.b k.W k.b v.W v.b o.W o.b ");
  other = options;
  other.score = AttentionScore::kAdditive;
  EXPECT_EQ(names(other), "q.W q.b k.W u v.W v.b ");
  other.score = AttentionScore::kBilinear;
  EXPECT_EQ(names(other), "M v.W v.b ");
}

TEST(SelfAttentionTest, BadOptionsAreNamed) {
  const auto message = [](const SelfAttentionOptions& options) {
    const Status status = CheckSelfAttentionOptions(options);
    return status.ok() ? "" : status.error().message;
  };
  EXPECT_EQ(message({.inputs = 2, .hidden = 6, .heads = 3}), "");
  EXPECT_EQ(message({.hidden = 6}),
            "self_attention: \"inputs\": expected a whole number of at least "
            "1, found 0");
  EXPECT_EQ(message({.inputs = 2}),
            "self_attention: \"hidden\": expected a whole number of at least "
            "1, found 0");
  EXPECT_EQ(message({.inputs = 2, .hidden = 6, .heads = 4}),
            "self_attention: \"heads\": expected a number that divides the "
            "width 6, found 4");
  EXPECT_EQ(message({.inputs = 2,
                     .hidden = 6,
                     .score = AttentionScore::kBilinear,
                     .heads = 2}),
            "self_attention: \"heads\": expected 1 where the score is "
            "bilinear, found 2");
}

TEST(SelfAttentionTest, ASpecSaysTheScore) {
  const auto spec = nlohmann::json::parse(
      R"({"type": "self_attention", "score": "additive", "heads": 2,
          "hidden": 4})");
  const auto layer = MakeNewLayer(spec, "spec", 3, "layer", 1);
  ASSERT_TRUE(layer.ok()) << layer.error().message;
  EXPECT_EQ(layer.value()->word_output(), WordOutput::kCandidate);
  EXPECT_EQ(TensorOf(*layer.value(), "u").cols(), 4);
}

}  // namespace
}  // namespace whylight
