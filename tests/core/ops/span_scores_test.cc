#include "core/ops/span_scores.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

TextSpanScores RandomSpanScores(Index length, const std::string& name) {
  const Matrix starts = RandomMatrix(length, 1, name + " starts");
  const Matrix ends = RandomMatrix(length, 1, name + " ends");
  return {{starts.data(), starts.data() + length},
          {ends.data(), ends.data() + length},
          0.3};
}

std::vector<ScoredSpan> EverySpan(const TextSpanScores& scores, Index longest) {
  std::vector<ScoredSpan> spans;
  const auto length = static_cast<Index>(scores.starts.size());
  for (Index begin = 0; begin < length; ++begin) {
    for (Index end = begin + 1; end <= length; ++end) {
      if (end - begin > longest) continue;
      spans.push_back({{begin, end}, scores.Score({begin, end})});
    }
  }
  return spans;
}

// As slowly as can be: the best of all that are left, one after the other.
std::vector<WordRange> SlowBest(const TextSpanScores& scores, Index longest,
                                std::size_t count) {
  std::vector<ScoredSpan> left = EverySpan(scores, longest);
  std::vector<WordRange> best;
  while (best.size() < count && !left.empty()) {
    ScoredSpan next = left.front();
    for (const ScoredSpan& span : left) {
      if (span.score > next.score) next = span;
    }
    best.push_back(next.words);
    std::erase_if(left, [&](const ScoredSpan& span) {
      return span.words.begin < next.words.end &&
             next.words.begin < span.words.end;
    });
  }
  return best;
}

TEST(SpanScoresTest, FindsTheBestSpansThatShareNoWord) {
  for (const Index length : {1, 2, 5, 12}) {
    for (const Index longest : {1, 3, 20}) {
      for (const std::size_t count : {0u, 1u, 4u, 50u}) {
        const TextSpanScores scores =
            RandomSpanScores(length, std::to_string(length * 100 + longest));
        std::vector<WordRange> found;
        for (const ScoredSpan& span : BestSpans(scores, longest, count)) {
          EXPECT_EQ(span.score, scores.Score(span.words));
          found.push_back(span.words);
        }
        EXPECT_EQ(found, SlowBest(scores, longest, count));
      }
    }
  }
}

TEST(SpanScoresTest, OfEqualSpansTheFirstAndShortestIsBest) {
  const TextSpanScores scores = {{1, 1, 0}, {0, 0, 0}, 0};
  const auto found = BestSpans(scores, 3, 9);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].words, (WordRange{0, 1}));
  EXPECT_EQ(found[1].words, (WordRange{1, 2}));
  EXPECT_EQ(found[2].words, (WordRange{2, 3}));
}

TEST(SpanScoresTest, AddsUpAllSpans) {
  for (const Index longest : {1, 2, 9}) {
    const TextSpanScores scores = RandomSpanScores(7, "sum");
    double sum = 0;
    for (const ScoredSpan& span : EverySpan(scores, longest)) {
      sum += std::exp(span.score);
    }
    EXPECT_NEAR(LogSumOfSpans(scores, longest), std::log(sum), 1e-12);
  }
  EXPECT_EQ(LogSumOfSpans({}, 3), -std::numeric_limits<double>::infinity());
  // No size of scores overflows.
  const TextSpanScores large = {{800, 0}, {800, 0}, 0};
  EXPECT_DOUBLE_EQ(LogSumOfSpans(large, 1), 1600);
}

// The loss of texts of 4 and 2 words.
double LossOf(const Matrix& starts, const Matrix& ends, const Matrix& none,
              Index longest, const SpanTarget& first,
              const SpanTarget& second) {
  Graph graph(Graph::Mode::kInference);
  const SpanTarget* const targets[] = {&first, &second};
  const Real weights[] = {1, 2};
  return static_cast<double>(graph.value(SpanLoss(
      graph,
      {graph.Constant(starts), graph.Constant(ends), graph.Constant(none)},
      {4, 2}, longest, targets, weights))(0, 0));
}

TEST(SpanScoresTest, ALossIsTheLogarithmOfShares) {
  const Matrix starts = RandomMatrix(8, 1, "starts");
  const Matrix ends = RandomMatrix(8, 1, "ends");
  const Matrix none = RandomMatrix(2, 1, "none");
  const Index longest = 3;
  const SpanTarget first = {{{0, 2}, {1, 4}}, 0.25};
  const SpanTarget second = {};  // None.
  double expected = 0;
  const SpanTarget* const targets[] = {&first, &second};
  for (Index b = 0; b < 2; ++b) {
    TextSpanScores scores;
    for (Index t = 0; t < (b == 0 ? 4 : 2); ++t) {
      scores.starts.push_back(starts(t * 2 + b, 0));
      scores.ends.push_back(ends(t * 2 + b, 0));
    }
    const double nothing = std::exp(static_cast<double>(none(b, 0)));
    double all = nothing;
    for (const ScoredSpan& span : EverySpan(scores, longest)) {
      all += std::exp(span.score);
    }
    double right = 0;
    for (const WordRange& span : targets[b]->spans) {
      right += std::exp(scores.Score(span));
    }
    const double share = targets[b]->none;
    double loss = -share * std::log(nothing / all);
    if (share < 1) loss -= (1 - share) * std::log(right / all);
    expected += static_cast<double>(b + 1) * loss;
  }
  EXPECT_NEAR(LossOf(starts, ends, none, longest, first, second), expected,
              1e-5);
}

}  // namespace
}  // namespace whylight
