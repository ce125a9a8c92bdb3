#include "core/ops/copy_mixture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// Two texts, of three words and of one, and a list of two words.
const std::vector<Index> kLengths = {3, 1};

CopyScores Scores(Graph& graph, const Matrix& copying, Real scale = 1) {
  return {graph.Constant(scale * RandomMatrix(6, 1, "places")),
          graph.Constant(copying),
          graph.Constant(scale * RandomMatrix(2, 2, "words"))};
}

double Sum(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

TEST(CopyMixtureTest, PlacesAndWordsAreOneDistribution) {
  Graph graph(Graph::Mode::kInference);
  const CopyScores scores = Scores(graph, RandomMatrix(2, 1, "copying"));
  for (const Index text : {0, 1}) {
    const CopyMixture mixture = CopyMixtureOf(graph, scores, kLengths, text);
    ASSERT_EQ(mixture.places.size(), text == 0 ? 3u : 1u);
    double all = 0;
    for (std::size_t i = 0; i < mixture.places.size(); ++i) {
      all += mixture.OfPlace(i);
    }
    for (std::size_t k = 0; k < mixture.words.size(); ++k) {
      all += mixture.OfWord(k);
    }
    EXPECT_NEAR(all, 1, 1e-6);
    EXPECT_NEAR(Sum(mixture.places), 1, 1e-6);
  }
}

TEST(CopyMixtureTest, AtTheEndsItOnlyCopiesOrOnlyGenerates) {
  Graph graph(Graph::Mode::kInference);
  Matrix ends(2, 1);
  ends << 200, -200;
  const CopyScores scores = Scores(graph, ends);
  const CopyMixture copies = CopyMixtureOf(graph, scores, kLengths, 0);
  EXPECT_EQ(copies.OfWord(0), 0);
  EXPECT_EQ(copies.OfWord(1), 0);
  EXPECT_NEAR(copies.OfPlace(0) + copies.OfPlace(1) + copies.OfPlace(2), 1,
              1e-6);
  const CopyMixture generates = CopyMixtureOf(graph, scores, kLengths, 1);
  EXPECT_LT(generates.OfPlace(0), 1e-80);
  EXPECT_NEAR(generates.OfWord(0) + generates.OfWord(1), 1, 1e-6);
}

TEST(CopyMixtureTest, TheLossSumsAllThatIsRight) {
  Graph graph(Graph::Mode::kInference);
  const CopyScores scores = Scores(graph, RandomMatrix(2, 1, "copying"));
  const CopyTarget several = {{0, 2}, 1};
  const CopyTarget copied = {{0}, -1};
  const CopyTarget* const targets[] = {&several, &copied};
  const Real weights[] = {2, Real(0.5)};
  const CopyMixture first = CopyMixtureOf(graph, scores, kLengths, 0);
  const CopyMixture second = CopyMixtureOf(graph, scores, kLengths, 1);
  const double expected =
      -2 * std::log(first.OfPlace(0) + first.OfPlace(2) + first.OfWord(1)) -
      0.5 * std::log(second.OfPlace(0));
  EXPECT_NEAR(
      graph.value(CopyLoss(graph, scores, kLengths, targets, weights))(0, 0),
      expected, 1e-5);
  const CopyTarget* const one[] = {nullptr, &copied};
  EXPECT_NEAR(
      graph.value(CopyLoss(graph, scores, kLengths, one, weights))(0, 0),
      -0.5 * std::log(second.OfPlace(0)), 1e-5);
}

TEST(CopyMixtureTest, TheLossOfWhatIsHardlyPossibleIsFinite) {
  Graph graph(Graph::Mode::kInference);
  Matrix ends(2, 1);
  ends << -900, 900;
  const CopyScores scores = Scores(graph, ends, 500);
  const CopyTarget copied = {{0, 1, 2}, -1};
  const CopyTarget generated = {{}, 0};
  const CopyTarget* const targets[] = {&copied, &generated};
  const Real weights[] = {1, 1};
  const Real loss =
      graph.value(CopyLoss(graph, scores, kLengths, targets, weights))(0, 0);
  EXPECT_TRUE(std::isfinite(loss));
  EXPECT_GE(loss, 1799);
}

}  // namespace
}  // namespace whylight
