#include "core/layers/pooling.h"

#include <gtest/gtest.h>

#include "core/ops/ops.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// The vectors of text `b`, one row each.
Matrix TextOf(const Graph& graph, const Sequences& texts, Index b) {
  Matrix rows(texts.batch.lengths[static_cast<std::size_t>(b)],
              graph.value(texts.words).cols());
  for (Index t = 0; t < rows.rows(); ++t) {
    rows.row(t) = graph.value(texts.words).row(texts.batch.row(t, b));
  }
  return rows;
}

Matrix Pool(const PoolingOptions& options, const Matrix& words,
            const std::vector<std::int32_t>& text,
            const Matrix* mask = nullptr) {
  Graph graph(Graph::Mode::kInference);
  Sequences input{graph.Constant(words), MakeSequences({text}), std::nullopt};
  if (mask != nullptr) input.mask = graph.Constant(*mask);
  const PoolingLayer layer(options);
  const Matrix pooled = TextOf(graph, layer.Apply(graph, input), 0);
  EXPECT_EQ(pooled.cols(), layer.outputs());
  return pooled;
}

std::vector<PoolingOptions> EveryKind(Index inputs) {
  std::vector<PoolingOptions> all;
  for (const Reduce reduce : {Reduce::kMax, Reduce::kAverage}) {
    for (const PoolingKind kind :
         {PoolingKind::kMax, PoolingKind::kAverage, PoolingKind::kKMax,
          PoolingKind::kRegions, PoolingKind::kNeighbours,
          PoolingKind::kLast}) {
      all.push_back({.inputs = inputs,
                     .kind = kind,
                     .k = 2,
                     .regions = 3,
                     .reduce = reduce});
    }
  }
  return all;
}

// Its 1-max and 2-max are those of the primer's example (Goldberg15 section 9).
Matrix WorkedExample() {
  Matrix p(4, 3);
  p << 1, 2, 3,  //
      9, 6, 5,   //
      2, 3, 1,   //
      7, 8, 1;
  return p;
}

TEST(PoolingTest, KMaxOfThePrimersExample) {
  Matrix one(1, 3);
  one << 9, 8, 5;
  Matrix two(1, 6);
  two << 9, 6, 3, 7, 8, 5;
  const std::vector<std::int32_t> text = {0, 1, 2, 3};
  EXPECT_EQ(Pool({.inputs = 3}, WorkedExample(), text), one);
  EXPECT_EQ(Pool({.inputs = 3, .kind = PoolingKind::kKMax, .k = 1},
                 WorkedExample(), text),
            one);
  EXPECT_EQ(Pool({.inputs = 3, .kind = PoolingKind::kKMax, .k = 2},
                 WorkedExample(), text),
            two);
}

TEST(PoolingTest, KMaxOfFewerWordsEndsInZeros) {
  const Matrix words = -Matrix::Ones(2, 2);
  Matrix expected(1, 6);
  expected << -1, -1, -1, -1, 0, 0;
  EXPECT_EQ(
      Pool({.inputs = 2, .kind = PoolingKind::kKMax, .k = 3}, words, {0, 1}),
      expected);
}

TEST(PoolingTest, KOfAllWordsIsTheTextItself) {
  const Matrix words = RandomMatrix(4, 3, "words");
  const Matrix pooled = Pool({.inputs = 3, .kind = PoolingKind::kKMax, .k = 4},
                             words, {0, 1, 2, 3});
  EXPECT_EQ(Matrix(pooled.reshaped<Eigen::RowMajor>(4, 3)), words);
}

TEST(PoolingTest, MaximumIsOfNegativeNumbersToo) {
  Matrix words(2, 1);
  words << -3, -2;
  EXPECT_EQ(Pool({.inputs = 1}, words, {0, 1})(0, 0), -2);
}

TEST(PoolingTest, AverageCountsEveryOccurrence) {
  Matrix words(2, 1);
  words << 1, 5;
  EXPECT_EQ(Pool({.inputs = 1, .kind = PoolingKind::kAverage}, words,
                 {0, 1, 0, 0})(0, 0),
            2);
}

TEST(PoolingTest, OneRegionIsTheWholeText) {
  const Matrix words = RandomMatrix(5, 3, "words");
  const std::vector<std::int32_t> text = {4, 0, 2, 2, 1, 3};
  for (const auto& [kind, reduce] :
       {std::pair(PoolingKind::kMax, Reduce::kMax),
        std::pair(PoolingKind::kAverage, Reduce::kAverage)}) {
    EXPECT_EQ(Pool({.inputs = 3,
                    .kind = PoolingKind::kRegions,
                    .regions = 1,
                    .reduce = reduce},
                   words, text),
              Pool({.inputs = 3, .kind = kind}, words, text));
  }
}

TEST(PoolingTest, RegionsShareTheWordsAndKeepTheirOrder) {
  Matrix words(7, 1);
  words << 1, 2, 3, 4, 5, 6, 7;
  Matrix expected(1, 3);
  expected << 1.5, 3.5, 6;  // Words 1 2 | 3 4 | 5 6 7.
  EXPECT_EQ(Pool({.inputs = 1,
                  .kind = PoolingKind::kRegions,
                  .regions = 3,
                  .reduce = Reduce::kAverage},
                 words, {0, 1, 2, 3, 4, 5, 6}),
            expected);
  expected << 0, 1, 2;  // Of three regions of two words the first is empty.
  EXPECT_EQ(Pool({.inputs = 1, .kind = PoolingKind::kRegions, .regions = 3},
                 words, {0, 1}),
            expected);
}

TEST(PoolingTest, RegionsAreSideBySide) {
  Matrix words(2, 2);
  words << 1, 2, 3, 4;
  Matrix expected(1, 4);
  expected << 1, 2, 3, 4;
  EXPECT_EQ(Pool({.inputs = 2, .kind = PoolingKind::kRegions, .regions = 2},
                 words, {0, 1}),
            expected);
}

TEST(PoolingTest, NeighboursMakeAShorterSequence) {
  Matrix words(5, 2);
  words << 1, 9, 2, 8, 3, 7, 4, 6, 5, 5;
  const std::vector<std::int32_t> text = {0, 1, 2, 3, 4};
  Matrix expected(3, 2);
  expected << 2, 9, 4, 7, 5, 5;
  EXPECT_EQ(Pool({.inputs = 2, .kind = PoolingKind::kNeighbours}, words, text),
            expected);
  expected << 1.5, 8.5, 3.5, 6.5, 5, 5;
  EXPECT_EQ(Pool({.inputs = 2,
                  .kind = PoolingKind::kNeighbours,
                  .reduce = Reduce::kAverage},
                 words, text),
            expected);
}

TEST(PoolingTest, NeighboursOfNeighboursAreTheHierarchy) {
  // Pooling pairs twice equals pooling fours, for the maximum.
  const Matrix words = RandomMatrix(11, 3, "words");
  Graph graph(Graph::Mode::kInference);
  const Sequences input{graph.Constant(words),
                        MakeSequences({{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}),
                        std::nullopt};
  const PoolingLayer pairs({.inputs = 3, .kind = PoolingKind::kNeighbours});
  const PoolingLayer fours(
      {.inputs = 3, .kind = PoolingKind::kNeighbours, .k = 4});
  EXPECT_EQ(TextOf(graph, pairs.Apply(graph, pairs.Apply(graph, input)), 0),
            TextOf(graph, fours.Apply(graph, input), 0));
}

TEST(PoolingTest, LastIsTheVectorAtTheLastSelectedWord) {
  const Matrix words = RandomMatrix(4, 3, "words");
  const PoolingOptions last{.inputs = 3, .kind = PoolingKind::kLast};
  EXPECT_EQ(Pool(last, words, {3, 1, 2}), Matrix(words.row(2)));
  Matrix mask(3, 1);
  mask << 1, 1, 0;
  EXPECT_EQ(Pool(last, words, {3, 1, 2}, &mask), Matrix(words.row(1)));
}

TEST(PoolingTest, MaximumDoesNotChangeWhenTheTextMoves) {
  const Matrix words = RandomMatrix(6, 4, "words");
  Matrix padded = words;
  padded.row(5).setConstant(-2);  // Below everything else.
  EXPECT_EQ(Pool({.inputs = 4}, padded, {5, 5, 0, 1, 2, 5}),
            Pool({.inputs = 4}, padded, {0, 1, 2, 5, 5, 5}));
}

TEST(PoolingTest, EmptyTextGivesZeros) {
  for (const PoolingOptions& options : EveryKind(3)) {
    const Matrix pooled = Pool(options, Matrix(0, 3), {});
    if (options.kind == PoolingKind::kNeighbours) {
      EXPECT_EQ(pooled.rows(), 0);
    } else {
      EXPECT_EQ(pooled.rows(), 1);
      EXPECT_TRUE((pooled.array() == 0).all());
    }
    const Matrix nothing = Matrix::Zero(2, 1);
    EXPECT_EQ(Pool(options, RandomMatrix(2, 3, "words"), {0, 1}, &nothing),
              pooled);
  }
}

TEST(PoolingTest, MaskedRunEqualsRunOnTheSelectedWordsExactly) {
  const Matrix words = RandomMatrix(6, 3, "words");
  Matrix mask(6, 1);
  mask << 0, 1, 1, 0, 1, 0;
  for (const PoolingOptions& options : EveryKind(3)) {
    EXPECT_EQ(Pool(options, words, {0, 1, 2, 3, 4, 5}, &mask),
              Pool(options, words, {1, 2, 4}));
  }
}

TEST(PoolingTest, EveryMaskButZeroSelectsItsWordAsAWhole) {
  const Matrix words = RandomMatrix(4, 3, "words");
  Matrix hard(4, 1);
  hard << 0, 1, 1, 1;
  Matrix soft(4, 1);
  soft << 0, 0.125, 1, 0.75;
  for (const PoolingOptions& options : EveryKind(3)) {
    EXPECT_EQ(Pool(options, words, {0, 1, 2, 3}, &soft),
              Pool(options, words, {0, 1, 2, 3}, &hard));
  }
}

TEST(PoolingTest, TextIsPooledTheSameAloneAndInABatch) {
  const Matrix words = RandomMatrix(6, 3, "words");
  const std::vector<std::vector<std::int32_t>> texts = {
      {5, 2}, {0, 1, 2, 3, 4}, {}, {3, 3, 1, 0}};
  for (const PoolingOptions& options : EveryKind(3)) {
    Graph graph(Graph::Mode::kTraining);
    const Sequences together = PoolingLayer(options).Apply(
        graph, {graph.Constant(words), MakeSequences(texts), std::nullopt});
    for (std::size_t b = 0; b < texts.size(); ++b) {
      EXPECT_EQ(TextOf(graph, together, static_cast<Index>(b)),
                Pool(options, words, texts[b]));
    }
  }
}

TEST(PoolingTest, WidthsAreMultiplesOfTheInputs) {
  const auto dim = [](const PoolingOptions& options) {
    return PoolingLayer(options).OutputDim();
  };
  EXPECT_EQ(dim({.inputs = 3}), "d");
  EXPECT_EQ(dim({.inputs = 3, .kind = PoolingKind::kNeighbours, .k = 4}), "d");
  EXPECT_EQ(dim({.inputs = 3, .kind = PoolingKind::kKMax, .k = 1}), "d");
  EXPECT_EQ(dim({.inputs = 3, .kind = PoolingKind::kKMax, .k = 4}), "4d");
  EXPECT_EQ(dim({.inputs = 3, .kind = PoolingKind::kRegions, .regions = 5}),
            "5d");
}

TEST(PoolingTest, BadOptionsAreNamed) {
  const auto error = [](const PoolingOptions& options) {
    const Status status = CheckPoolingOptions(options);
    return status.ok() ? "" : status.error().message;
  };
  EXPECT_EQ(error({.inputs = 2, .kind = PoolingKind::kKMax, .k = 0}),
            "pooling: \"k\": expected a whole number of at least 1, found 0");
  EXPECT_EQ(error({.inputs = 2, .kind = PoolingKind::kNeighbours, .k = -1}),
            "pooling: \"k\": expected a whole number of at least 1, found -1");
  EXPECT_EQ(
      error({.inputs = 2, .kind = PoolingKind::kRegions, .regions = 0}),
      "pooling: \"regions\": expected a whole number of at least 1, found 0");
  EXPECT_EQ(
      error({}),
      "pooling: \"inputs\": expected a whole number of at least 1, found 0");
  // Options that a kind does not use are not checked.
  EXPECT_EQ(error({.inputs = 2, .k = 0, .regions = 0}), "");
  // Their product has more bits than a size has in WebAssembly.
  EXPECT_EQ(error({.inputs = 65536, .kind = PoolingKind::kKMax, .k = 65536}),
            "pooling: expected at most 65536 numbers at each word, found "
            "4294967296");
}

}  // namespace
}  // namespace whylight
