#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/ops/crf.h"
#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/ops/every_tags.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using Tags = std::vector<std::int32_t>;

// Three texts of 4 words, 1 and 2, which share rows of a table, and one of
// none.
class CrfTest : public testing::Test {
 protected:
  static constexpr std::int32_t kTags = 3;

  static TagScores Use(Graph& graph, const CrfTest& test) {
    return {graph.Use(test.words), graph.Use(test.start),
            graph.Use(test.between), graph.Use(test.end)};
  }
  Var Crf(Graph& graph) const {
    return CrfLoss(graph, Use(graph, *this), batch, right, weights);
  }
  Var Margin(Graph& graph, double margin) const {
    return MarginLoss(graph, Use(graph, *this), batch, right, weights, margin);
  }
  // What `of_text` says of each text, weighted.
  template <typename OfText>
  double Sum(const OfText& of_text) const {
    Graph graph(Graph::Mode::kInference);
    const TagScores scores = Use(graph, *this);
    const TagTransitions transitions = TransitionsOf(graph, scores);
    double sum = 0;
    for (std::size_t b = 0; b < tags.size(); ++b) {
      if (tags[b].empty()) continue;
      const MatrixOf<double> at_words =
          WordScoresOf(graph, scores.words, batch, static_cast<Index>(b));
      const double gold = ScoreOfTags(at_words, transitions, tags[b]);
      sum += weights[b] * (of_text(at_words, transitions, tags[b]) - gold);
    }
    return sum;
  }

  std::vector<Parameter*> Parameters() {
    return {&words, &start, &between, &end};
  }

  Parameter words{"words", RandomMatrix(5, kTags, "words")};
  Parameter start{"start", RandomMatrix(1, kTags, "start")};
  Parameter between{"between", RandomMatrix(kTags, kTags, "between")};
  Parameter end{"end", RandomMatrix(1, kTags, "end")};
  SequenceBatch batch = MakeSequences({{0, 3, 0, 4}, {2}, {1, 3}, {}});
  std::vector<Tags> tags = {{0, 2, 1, 1}, {2}, {1, 0}, {}};
  std::vector<const Tags*> right = {&tags[0], &tags[1], &tags[2], &tags[3]};
  std::vector<Real> weights = {1, 0.5, 2, 1};
};

TEST_F(CrfTest, ThePartitionIsTheSumOverAllSequences) {
  const double expected =
      Sum([](const auto& scores, const auto& transitions, const Tags& gold) {
        double all = 0;
        VisitEveryTags(gold.size(), kTags, [&](const Tags& each) {
          all += std::exp(ScoreOfTags(scores, transitions, each));
        });
        return std::log(all);
      });
  Graph graph(Graph::Mode::kInference);
  EXPECT_NEAR(graph.value(Crf(graph))(0, 0), expected, 1e-12);
}

TEST_F(CrfTest, TheMarginIsOverTheBestOfAllSequences) {
  for (const double margin : {0.0, 0.7}) {
    const double expected =
        Sum([margin](const auto& scores, const auto& transitions,
                     const Tags& gold) {
          double most = -std::numeric_limits<double>::infinity();
          VisitEveryTags(gold.size(), kTags, [&](const Tags& each) {
            double score = ScoreOfTags(scores, transitions, each);
            for (std::size_t t = 0; t < gold.size(); ++t) {
              if (each[t] != gold[t]) score += margin;
            }
            most = std::max(most, score);
          });
          return most;
        });
    Graph graph(Graph::Mode::kInference);
    EXPECT_NEAR(graph.value(Margin(graph, margin))(0, 0), expected, 1e-12);
    EXPECT_GT(expected, 0);
  }
}

TEST_F(CrfTest, TheMarginIsNothingExactlyWhereItIsMet) {
  for (Parameter* parameter : Parameters()) parameter->value.setZero();
  batch = MakeSequences({{0, 1}, {2}});
  tags = {{0, 2}, {1}};
  right = {&tags[0], &tags[1]};
  const auto loss_of_lead = [this](Real lead) {
    words.value(0, 0) = words.value(1, 2) = words.value(2, 1) = lead;
    Graph graph(Graph::Mode::kTraining);
    const Var loss = Margin(graph, 1);
    graph.Backward(loss);
    // At the margin itself, which of the best sequences is found is open.
    if (lead != 1) {
      EXPECT_EQ(graph.Gradient(graph.Use(words)).isZero(), lead > 1) << lead;
    }
    return graph.value(loss)(0, 0);
  };
  EXPECT_EQ(loss_of_lead(1), 0);
  EXPECT_EQ(loss_of_lead(3), 0);
  // 0.25 is lacking at each word: two of weight 1, and one of 0.5.
  EXPECT_NEAR(loss_of_lead(0.75), 0.25 * 2.5, 1e-12);
}

TEST_F(CrfTest, GradientsAgreeWithCentralDifferences) {
  CheckGradients(Parameters(), [this](Graph& graph) { return Crf(graph); });
  for (const double margin : {0.0, 0.7}) {
    CheckGradients(Parameters(), [this, margin](Graph& graph) {
      return Margin(graph, margin);
    });
  }
}

TEST_F(CrfTest, WithoutTransitionsItIsSoftmaxAtEachWord) {
  for (Parameter* none : {&start, &between, &end}) none->value.setZero();
  std::vector<std::int32_t> at_words;
  std::vector<Real> of_words;
  for (Index t = 0; t < batch.max_length; ++t) {
    for (std::size_t b = 0; b < tags.size(); ++b) {
      const auto word = static_cast<std::size_t>(t);
      at_words.push_back(word < tags[b].size() ? tags[b][word] : -1);
      of_words.push_back(weights[b]);
    }
  }
  Graph graph(Graph::Mode::kInference);
  const Var softmax = SoftmaxCrossEntropy(
      graph, Gather(graph, graph.Use(words), batch.rows), at_words, of_words);
  EXPECT_NEAR(graph.value(Crf(graph))(0, 0), graph.value(softmax)(0, 0), 1e-12);
}

TEST_F(CrfTest, WhatIsForbiddenHasNoPartAndNoGradient) {
  constexpr auto kForbidden = -std::numeric_limits<Real>::infinity();
  // Nothing that is right, but for the order of two tags, and a first tag.
  between.value(2, 0) = kForbidden;
  start.value(0, 0) = kForbidden;
  tags = {{1, 2, 1, 1}, {2}, {1, 0}, {}};
  const double expected =
      Sum([](const auto& scores, const auto& transitions, const Tags& gold) {
        double all = 0;
        VisitEveryTags(gold.size(), kTags, [&](const Tags& each) {
          all += std::exp(ScoreOfTags(scores, transitions, each));
        });
        return std::log(all);
      });
  Graph graph(Graph::Mode::kTraining);
  const Var loss = Crf(graph);
  EXPECT_NEAR(graph.value(loss)(0, 0), expected, 1e-12);
  graph.Backward(loss);
  EXPECT_NEAR(graph.Gradient(graph.Use(between))(2, 0), 0, 1e-300);
  EXPECT_NEAR(graph.Gradient(graph.Use(start))(0, 0), 0, 1e-300);
  EXPECT_TRUE(graph.Gradient(graph.Use(words)).allFinite());
}

TEST_F(CrfTest, APartsGradientIsHowOftenItIsExpectedLessWhatIsThere) {
  // Each word has one tag, of the right ones and of those expected.
  Graph graph(Graph::Mode::kTraining);
  graph.Backward(Crf(graph));
  EXPECT_LT(graph.Gradient(graph.Use(words)).rowwise().sum().norm(), 1e-12);
  EXPECT_NEAR(graph.Gradient(graph.Use(between)).sum(), 0, 1e-12);
}

}  // namespace
}  // namespace whylight
