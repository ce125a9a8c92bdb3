#include "core/layers/alignment.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "core/ops/ops.h"
#include "tests/core/layers/run_layer.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using Texts = std::vector<std::vector<std::int32_t>>;

constexpr Index kAlignedWidth = 3;

std::vector<AlignmentOptions> Alignments() {
  return {{.inputs = kAlignedWidth},
          {.inputs = kAlignedWidth, .score = AttentionScore::kScaled},
          {.inputs = kAlignedWidth, .hidden = 4},
          {.inputs = kAlignedWidth,
           .hidden = 4,
           .score = AttentionScore::kScaled,
           .activation = Activation::kTanh},
          {.inputs = kAlignedWidth,
           .hidden = 4,
           .score = AttentionScore::kAdditive},
          {.inputs = kAlignedWidth, .score = AttentionScore::kBilinear}};
}

AlignmentLayer MakeAlignment(const AlignmentOptions& options) {
  AlignmentLayer layer("layer", options, 17);
  for (const LayerTensor& tensor : layer.Tensors()) {
    Matrix& value = tensor.parameter->value;
    value = RandomMatrix(value.rows(), value.cols(), tensor.name);
  }
  return layer;
}

struct Aligned {
  Matrix left;                 // β, time-major.
  Matrix right;                // α
  std::vector<Matrix> scores;  // E of each pair, and the weights.
  std::vector<Matrix> left_weights;
  std::vector<Matrix> right_weights;
};

Aligned Align(const AlignmentLayer& layer, const Matrix& words,
              const Texts& left, const Texts& right,
              const std::optional<Matrix>& left_mask = std::nullopt,
              const std::optional<Matrix>& right_mask = std::nullopt) {
  Graph graph(Graph::Mode::kInference);
  const Var table = graph.Constant(words);
  Sequences a{table, MakeSequences(left), std::nullopt};
  Sequences b{table, MakeSequences(right), std::nullopt};
  if (left_mask) a.mask = graph.Constant(*left_mask);
  if (right_mask) b.mask = graph.Constant(*right_mask);
  const Alignment alignment = layer.Align(graph, a, b);
  const WordPairs turned(b.batch, a.batch);
  Aligned aligned{graph.value(alignment.left.vectors),
                  graph.value(alignment.right.vectors),
                  {},
                  {},
                  {}};
  for (Index t = 0; t < alignment.pairs.texts(); ++t) {
    aligned.scores.push_back(
        alignment.pairs.Of(graph.value(alignment.scores), t));
    aligned.left_weights.push_back(
        alignment.pairs.Of(graph.value(alignment.left.weights), t));
    aligned.right_weights.push_back(
        turned.Of(graph.value(alignment.right.weights), t));
  }
  return aligned;
}

double AlignmentScore(AlignmentLayer& layer, const Matrix& x, const Matrix& y) {
  const AlignmentOptions& options = layer.options();
  if (options.score == AttentionScore::kBilinear) {
    return (x * TensorOf(layer, "M") * y.transpose())(0, 0);
  }
  if (options.score == AttentionScore::kAdditive) {
    const Matrix q =
        x * TensorOf(layer, "q.W").transpose() + TensorOf(layer, "q.b");
    const Matrix k = y * TensorOf(layer, "k.W").transpose();
    double score = 0;
    for (Index c = 0; c < q.cols(); ++c) {
      score += double{TensorOf(layer, "u")(0, c)} *
               std::tanh(double{q(0, c) + k(0, c)});
    }
    return score;
  }
  const auto f = [&](const Matrix& word) -> Matrix {
    if (options.hidden == 0) return word;
    Matrix dense =
        word * TensorOf(layer, "f.W").transpose() + TensorOf(layer, "f.b");
    if (options.activation == Activation::kRelu) return dense.cwiseMax(0);
    return dense.array().tanh();
  };
  const double width =
      static_cast<double>(options.hidden > 0 ? options.hidden : options.inputs);
  return double{(f(x) * f(y).transpose())(0, 0)} /
         (options.score == AttentionScore::kScaled ? std::sqrt(width) : 1);
}

TEST(AlignmentTest, EqualsPlainLoops) {
  const Matrix words = 2 * RandomMatrix(6, kAlignedWidth, "words");
  const std::vector<std::int32_t> left = {4, 1, 1};
  const std::vector<std::int32_t> right = {0, 3, 5, 2};
  for (const AlignmentOptions& options : Alignments()) {
    AlignmentLayer layer = MakeAlignment(options);
    const Aligned found = Align(layer, words, {left}, {right});
    Matrix e(3, 4);
    for (Index i = 0; i < 3; ++i) {
      for (Index j = 0; j < 4; ++j) {
        e(i, j) = static_cast<Real>(
            AlignmentScore(layer, words.row(left[static_cast<std::size_t>(i)]),
                           words.row(right[static_cast<std::size_t>(j)])));
      }
    }
    EXPECT_LT((found.scores[0] - e).cwiseAbs().maxCoeff(), 1e-5);
    const Matrix shares = e.array().exp();
    for (Index i = 0; i < 3; ++i) {
      RowVector beta = RowVector::Zero(kAlignedWidth);
      for (Index j = 0; j < 4; ++j) {
        beta += shares(i, j) / shares.row(i).sum() *
                words.row(right[static_cast<std::size_t>(j)]);
      }
      EXPECT_LT((found.left.row(i) - beta).cwiseAbs().maxCoeff(), 1e-5);
    }
    for (Index j = 0; j < 4; ++j) {
      RowVector alpha = RowVector::Zero(kAlignedWidth);
      for (Index i = 0; i < 3; ++i) {
        alpha += shares(i, j) / shares.col(j).sum() *
                 words.row(left[static_cast<std::size_t>(i)]);
      }
      EXPECT_LT((found.right.row(j) - alpha).cwiseAbs().maxCoeff(), 1e-5);
    }
  }
}

const Texts kLeftTexts = {{0, 1, 2}, {3}, {}, {4, 4, 5, 1, 0}, {2, 1}};
const Texts kRightTexts = {{5, 4}, {1, 2, 0, 3}, {1}, {2}, {}};

TEST(AlignmentTest, WeightsAddUpToOneInBothDirections) {
  const Matrix words = RandomMatrix(6, kAlignedWidth, "words");
  for (const AlignmentOptions& options : Alignments()) {
    const Aligned found =
        Align(MakeAlignment(options), words, kLeftTexts, kRightTexts);
    for (std::size_t t = 0; t < kLeftTexts.size(); ++t) {
      const auto check = [](const Matrix& weights, std::size_t rows,
                            std::size_t cols) {
        ASSERT_EQ(weights.rows(), static_cast<Index>(rows));
        ASSERT_EQ(weights.cols(), static_cast<Index>(cols));
        if (cols == 0) return;
        for (Index i = 0; i < weights.rows(); ++i) {
          EXPECT_NEAR(weights.row(i).sum(), 1, 1e-6);
        }
      };
      check(found.left_weights[t], kLeftTexts[t].size(), kRightTexts[t].size());
      check(found.right_weights[t], kRightTexts[t].size(),
            kLeftTexts[t].size());
    }
  }
}

TEST(AlignmentTest, AnEmptyOtherSideAlignsToZeros) {
  const Matrix words = RandomMatrix(6, kAlignedWidth, "words");
  for (const AlignmentOptions& options : Alignments()) {
    const Aligned found =
        Align(MakeAlignment(options), words, kLeftTexts, kRightTexts);
    for (Index t = 0; t < 2; ++t) {
      EXPECT_TRUE((found.left.row(t * 5 + 4).array() == 0).all());
    }
    EXPECT_TRUE((found.right.row(2).array() == 0).all());
    // One word alone is read as it is.
    for (Index t = 0; t < 5; ++t) {
      EXPECT_LT((found.left.row(t * 5 + 3) - words.row(2)).norm(), 1e-6);
    }
    const Aligned nothing = Align(MakeAlignment(options), words, {{}}, {{}});
    EXPECT_EQ(nothing.left.size(), 0);
  }
}

TEST(AlignmentTest, APairIsTheSameAloneAndInABatch) {
  const Matrix words = RandomMatrix(6, kAlignedWidth, "words");
  for (const AlignmentOptions& options : Alignments()) {
    const AlignmentLayer layer = MakeAlignment(options);
    const Aligned together = Align(layer, words, kLeftTexts, kRightTexts);
    for (std::size_t b = 0; b < kLeftTexts.size(); ++b) {
      const Aligned alone =
          Align(layer, words, {kLeftTexts[b]}, {kRightTexts[b]});
      EXPECT_EQ(together.scores[b], alone.scores[0]);
      const auto at = [&](std::size_t t) {
        return static_cast<Index>(t * kLeftTexts.size() + b);
      };
      for (std::size_t t = 0; t < kLeftTexts[b].size(); ++t) {
        EXPECT_EQ(Matrix(together.left.row(at(t))),
                  Matrix(alone.left.row(static_cast<Index>(t))));
      }
      for (std::size_t t = 0; t < kRightTexts[b].size(); ++t) {
        EXPECT_EQ(Matrix(together.right.row(at(t))),
                  Matrix(alone.right.row(static_cast<Index>(t))));
      }
    }
  }
}

TEST(AlignmentTest, SidesThatSwapSwapTheirAlignments) {
  const Matrix words = RandomMatrix(6, kAlignedWidth, "words");
  for (const AlignmentOptions& options : Alignments()) {
    // Other scores tell the sides apart.
    if (options.score == AttentionScore::kAdditive ||
        options.score == AttentionScore::kBilinear) {
      continue;
    }
    const AlignmentLayer layer = MakeAlignment(options);
    const Aligned one = Align(layer, words, kLeftTexts, kRightTexts);
    const Aligned other = Align(layer, words, kRightTexts, kLeftTexts);
    EXPECT_LT((one.left - other.right).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT((one.right - other.left).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(AlignmentTest, WordsThatMoveTakeTheirAlignmentAlong) {
  const Matrix words = RandomMatrix(6, kAlignedWidth, "words");
  for (const AlignmentOptions& options : Alignments()) {
    const AlignmentLayer layer = MakeAlignment(options);
    const Aligned one = Align(layer, words, {{0, 1, 2}}, {{3, 4, 5}});
    const Aligned other = Align(layer, words, {{0, 1, 2}}, {{5, 3, 4}});
    EXPECT_LT((one.left - other.left).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT((one.right.row(2) - other.right.row(0)).norm(), 1e-6);
    EXPECT_LT((one.right.row(0) - other.right.row(1)).norm(), 1e-6);
  }
}

TEST(AlignmentTest, WordsLeftOutOfEitherTextAreNotRead) {
  const Matrix words = RandomMatrix(6, kAlignedWidth, "words");
  const Matrix left_mask{{1}, {0}, {1}};
  const Matrix right_mask{{0}, {1}, {1}, {0}};
  for (const AlignmentOptions& options : Alignments()) {
    const AlignmentLayer layer = MakeAlignment(options);
    const Aligned masked =
        Align(layer, words, {{0, 1, 2}}, {{3, 4, 5, 1}}, left_mask, right_mask);
    const Aligned selected = Align(layer, words, {{0, 2}}, {{4, 5}});
    EXPECT_LT((masked.left.row(0) - selected.left.row(0)).norm(), 1e-6);
    EXPECT_LT((masked.left.row(2) - selected.left.row(1)).norm(), 1e-6);
    EXPECT_LT((masked.right.row(1) - selected.right.row(0)).norm(), 1e-6);
    EXPECT_LT((masked.right.row(2) - selected.right.row(1)).norm(), 1e-6);
    EXPECT_TRUE((masked.left_weights[0].col(0).array() == 0).all());
    const Aligned none = Align(layer, words, {{0, 1, 2}}, {{3, 4, 5, 1}},
                               left_mask, Matrix(Matrix::Zero(4, 1)));
    EXPECT_TRUE((none.left.array() == 0).all());
  }
}

TEST(AlignmentTest, ATextIsAlignedToItselfAsToItsCopy) {
  const Matrix words = RandomMatrix(6, kAlignedWidth, "words");
  for (const AlignmentOptions& options : Alignments()) {
    const AlignmentLayer layer = MakeAlignment(options);
    Graph graph(Graph::Mode::kInference);
    const Sequences text{graph.Constant(words), MakeSequences(kLeftTexts),
                         std::nullopt};
    EXPECT_EQ(Matrix(graph.value(layer.AlignToItself(graph, text).words)),
              Matrix(graph.value(layer.Align(graph, text, text).left.vectors)));
  }
}

// Tay19 section 5's bi-attention is section 3's alignment but for a scale.
TEST(AlignmentTest, ScaledScoresAreThoseOfDotsOverTheRootOfTheWidth) {
  const Matrix words = RandomMatrix(6, kAlignedWidth, "words");
  const auto scores = [&](AttentionScore score) {
    return Align(MakeAlignment(
                     {.inputs = kAlignedWidth, .hidden = 4, .score = score}),
                 words, kLeftTexts, kRightTexts)
        .scores[0];
  };
  const Matrix halved = Real{0.5} * scores(AttentionScore::kDot);
  EXPECT_LT((scores(AttentionScore::kScaled) - halved).cwiseAbs().maxCoeff(),
            1e-6);
}

TEST(AlignmentTest, LargeScoresDoNotOverflow) {
  const Matrix words = 1000 * RandomMatrix(6, kAlignedWidth, "words");
  for (const AlignmentOptions& options : Alignments()) {
    const Aligned found =
        Align(MakeAlignment(options), words, kLeftTexts, kRightTexts);
    EXPECT_TRUE(found.left.allFinite() && found.right.allFinite());
  }
}

TEST(AlignmentTest, BadOptionsAreNamed) {
  const auto message = [](const AlignmentOptions& options) {
    const Status status = CheckAlignmentOptions(options);
    return status.ok() ? "" : status.error().message;
  };
  for (const AlignmentOptions& options : Alignments()) {
    EXPECT_EQ(message(options), "");
  }
  EXPECT_EQ(message({}),
            "alignment: \"inputs\": expected a whole number of at least 1, "
            "found 0");
  EXPECT_EQ(message({.inputs = 2, .hidden = -1}),
            "alignment: \"hidden\": expected a width, or none, found -1");
  EXPECT_EQ(message({.inputs = 2, .score = AttentionScore::kAdditive}),
            "alignment: \"hidden\": expected a width where the score is "
            "additive, found 0");
  EXPECT_EQ(
      message({.inputs = 2, .hidden = 3, .score = AttentionScore::kBilinear}),
      "alignment: \"hidden\": expected none where the score is "
      "bilinear, found 3");
}

}  // namespace
}  // namespace whylight
