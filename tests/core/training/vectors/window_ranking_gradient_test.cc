#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/training/vectors/window_ranking.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

static_assert(sizeof(Real) == sizeof(double), "differences need double");

constexpr Index kWidth = 3;
constexpr Index kUnits = 4;

// The words c, d and e of two documents, "a b c d" and "e", with two words on
// either side; then come the edge and two random words.
RankedWindows MakeWindows() {
  RankedWindows ranked;
  ranked.vectors = 2 * RandomMatrix(5 + 1 + 2, kWidth, "vectors");
  ranked.reach = 2;
  ranked.own = 2;
  ranked.windows = {{0, 4}, {1, 4}, {4, 5}};
  ranked.negatives = 3;
  ranked.random_words = 2;
  return ranked;
}

WindowScorer MakeScorer() {
  WindowScorer scorer;
  scorer.weights = RandomMatrix(5 * kWidth, kUnits, "weights");
  scorer.bias = RandomMatrix(1, kUnits, "bias");
  scorer.output = 2 * RandomMatrix(1, kUnits, "output");
  return scorer;
}

double LossOf(const RankedWindows& ranked, const WindowScorer& scorer) {
  RankingScores scores;
  Score(ranked, scorer, scores);
  return Loss(ranked, scores);
}

// Of a window, by the rows of its words.
double ScoreOf(const RankedWindows& ranked, const WindowScorer& scorer,
               const std::vector<Index>& rows) {
  double score = 0;
  for (Index unit = 0; unit < kUnits; ++unit) {
    double sum = scorer.bias(unit);
    for (std::size_t place = 0; place < rows.size(); ++place) {
      for (Index i = 0; i < kWidth; ++i) {
        sum += ranked.vectors(rows[place], i) *
               scorer.weights(static_cast<Index>(place) * kWidth + i, unit);
      }
    }
    score += std::tanh(sum) * scorer.output(unit);
  }
  return score;
}

TEST(WindowRankingTest, LossIsThatOfEachWindowAgainstEachRandomWord) {
  const RankedWindows ranked = MakeWindows();
  const WindowScorer scorer = MakeScorer();
  // Beyond the edge of a document, which is row 5, is the edge again.
  const std::vector<std::vector<Index>> windows = {
      {0, 1, 2, 3, 5}, {1, 2, 3, 5, 5}, {5, 5, 4, 5, 5}};
  double expected = 0;
  std::size_t active = 0;
  for (const std::vector<Index>& rows : windows) {
    for (const Index random : {6, 7}) {
      std::vector<Index> others = rows;
      others[2] = random;
      const double margin =
          1 - ScoreOf(ranked, scorer, rows) + ScoreOf(ranked, scorer, others);
      if (margin > 0) ++active;
      expected += 3.0 / 2 * std::max(0.0, margin);
    }
  }
  EXPECT_NEAR(LossOf(ranked, scorer), expected, 1e-12);
  // Both sides of the hinge are there, or the test says little.
  EXPECT_GT(active, 0u);
  EXPECT_LT(active, 6u);
}

TEST(WindowRankingTest, DescentEqualsCentralDifferences) {
  RankedWindows ranked = MakeWindows();
  WindowScorer scorer = MakeScorer();
  RankingScores scores;
  Score(ranked, scorer, scores);
  Matrix vectors(ranked.vectors.rows(), ranked.vectors.cols());
  WindowScorer descent;
  descent.SetZero(scorer.weights.rows(), kUnits);
  Descend(ranked, scorer, scores, vectors, descent);
  const auto check = [&](auto& parameters, const auto& found,
                         const std::string& what) {
    constexpr Real kStep = 1e-6;
    for (Index i = 0; i < parameters.size(); ++i) {
      const Real saved = parameters.data()[i];
      parameters.data()[i] = saved + kStep;
      const double above = LossOf(ranked, scorer);
      parameters.data()[i] = saved - kStep;
      const double below = LossOf(ranked, scorer);
      parameters.data()[i] = saved;
      EXPECT_NEAR(found.data()[i], (below - above) / (2 * kStep), 1e-7)
          << what << " " << i;
    }
    EXPECT_FALSE(found.isZero()) << what;
  };
  check(ranked.vectors, vectors, "vectors");
  check(scorer.weights, descent.weights, "weights");
  check(scorer.bias, descent.bias, "bias");
  check(scorer.output, descent.output, "output");
  // What was there stays: shards add several groups.
  const WindowScorer once = descent;
  Descend(ranked, scorer, scores, vectors, descent);
  EXPECT_NEAR((descent.weights - 2 * once.weights).norm(), 0, 1e-12);
}

}  // namespace
}  // namespace whylight
