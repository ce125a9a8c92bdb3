#include "core/training/metrics/ranking.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace whylight {
namespace {

constexpr double kTolerance = 1e-12;

using Ranking = std::vector<std::uint8_t>;

TEST(RankingTest, EqualsWhatIsWorkedOutByHand) {
  // Relevant at ranks 2, 3 and 6: precisions 1/2, 2/3 and 3/6.
  const Ranking ranking = {0, 1, 1, 0, 0, 1};
  EXPECT_NEAR(AveragePrecision(ranking), (1.0 / 2 + 2.0 / 3 + 3.0 / 6) / 3,
              kTolerance);
  EXPECT_NEAR(ReciprocalRank(ranking), 0.5, kTolerance);
  EXPECT_EQ(PrecisionAt(1, ranking), 0);
  EXPECT_NEAR(PrecisionAt(5, ranking), 0.4, kTolerance);
  // A list that is too short has wrong ones in the places it lacks.
  EXPECT_NEAR(PrecisionAt(5, Ranking{1, 1}), 0.4, kTolerance);
}

TEST(RankingTest, IsNothingWithoutARelevantCandidate) {
  for (const Ranking& ranking : {Ranking{}, Ranking{0, 0}}) {
    EXPECT_EQ(AveragePrecision(ranking), 0);
    EXPECT_EQ(ReciprocalRank(ranking), 0);
    EXPECT_EQ(PrecisionAt(1, ranking), 0);
  }
}

TEST(RankTest, TakesTheHighestScoreFirst) {
  EXPECT_EQ(Rank({{0.1, -3, 7}, {0, 0, 1}}).value(), (Ranking{1, 0, 0}));
}

// In the Quora lists the relevant candidate stands first: a stable sort by a
// constant score would find it every time.
TEST(RankTest, OfEqualScoresTheRelevantOnesComeLast) {
  EXPECT_EQ(Rank({{5, 5, 5, 6}, {1, 0, 0, 0}}).value(), (Ranking{0, 0, 0, 1}));
  EXPECT_EQ(Rank({{0.0, -0.0}, {1, 0}}).value(), (Ranking{0, 1}));
}

TEST(RankTest, RefusesNan) {
  const auto ranked =
      Rank({{1, std::numeric_limits<double>::quiet_NaN()}, {0, 1}});
  ASSERT_FALSE(ranked.ok());
  EXPECT_EQ(ranked.error().code, ErrorCode::kNotFinite);
  EXPECT_FALSE(Rank({{1}, {0, 1}}).ok());
  const std::vector<ScoredCandidates> bad = {{{1}, {0, 1}}};
  EXPECT_FALSE(EvaluateRankings(bad, WithoutPositives::kZero).ok());
}

// Average precisions 1, 1/2 and, without anything relevant, 0.
const std::vector<ScoredCandidates>& Queries() {
  static const std::vector<ScoredCandidates> queries = {
      {{3, 2, 1}, {1, 0, 0}}, {{3, 2, 1}, {0, 1, 0}}, {{3, 2}, {0, 0}}};
  return queries;
}

TEST(EvaluateRankingsTest, CountsQueriesWithoutPositivesAsZero) {
  const auto read = EvaluateRankings(Queries(), WithoutPositives::kZero);
  ASSERT_TRUE(read.ok());
  const RankingFigures& figures = read.value();
  EXPECT_EQ(figures.n, 3u);
  EXPECT_EQ(figures.without_positives, 1u);
  EXPECT_NEAR(figures.map.mean, 0.5, kTolerance);
  EXPECT_NEAR(figures.mrr.mean, 0.5, kTolerance);
  EXPECT_NEAR(figures.p_at_1.mean, 1.0 / 3, kTolerance);
  EXPECT_NEAR(figures.p_at_5.mean, 2.0 / 15, kTolerance);
  // Deviations 1/2, 0 and -1/2: variance 1/4 over n - 1 = 2, over n = 3.
  EXPECT_NEAR(figures.map.standard_error, std::sqrt(0.25 / 3), kTolerance);
}

TEST(EvaluateRankingsTest, OrLeavesThemOut) {
  const auto read = EvaluateRankings(Queries(), WithoutPositives::kSkip);
  ASSERT_TRUE(read.ok());
  const RankingFigures& figures = read.value();
  EXPECT_EQ(figures.n, 2u);
  EXPECT_EQ(figures.without_positives, 1u);
  EXPECT_NEAR(figures.map.mean, 0.75, kTolerance);
  EXPECT_NEAR(figures.p_at_5.mean, 0.2, kTolerance);
  EXPECT_NEAR(figures.map.standard_error, 0.25, kTolerance);
  EXPECT_EQ(
      RankingToJson(figures).dump(),
      R"({"n":2,"without_positives":"skip","queries_without_positives":1,)"
      R"("map":75.0,"mrr":75.0,"p_at_1":50.0,"p_at_5":20.0,)"
      R"("standard_error":{"map":25.0,"mrr":25.0,"p_at_1":50.0,"p_at_5":0.0}})");
}

TEST(EvaluateRankingsTest, OfNoQueriesIsNothing) {
  const auto read = EvaluateRankings({}, WithoutPositives::kSkip);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().n, 0u);
  EXPECT_EQ(read.value().map.mean, 0);
  EXPECT_EQ(read.value().map.standard_error, 0);
}

}  // namespace
}  // namespace whylight
