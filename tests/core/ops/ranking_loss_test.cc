#include "core/ops/ranking_loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/ops/ops.h"

namespace whylight {
namespace {

constexpr Relevance kPos = Relevance::kPositive;
constexpr Relevance kNeg = Relevance::kNegative;
constexpr Relevance kNot = Relevance::kNotCompared;

double Loss(const Matrix& scores, const std::vector<Relevance>& relevance,
            const RankingLossOptions& options) {
  Graph graph(Graph::Mode::kInference);
  const std::vector<Real> weights(static_cast<std::size_t>(scores.rows()), 1);
  return static_cast<double>(graph.value(RankingLoss(
      graph, graph.Constant(scores), relevance, weights, options))(0, 0));
}

TEST(RankingLossTest, TheHardestNegativeAlone) {
  const Matrix scores{{0.5F, 0.2F, 0.4F, 0.9F}};
  EXPECT_NEAR(Loss(scores, {kPos, kNeg, kNeg, kNot}, {.margin = 0.3}),
              0.4 - 0.5 + 0.3, 1e-6);
}

TEST(RankingLossTest, NothingOnceEveryNegativeIsBelowByTheMargin) {
  const Matrix scores{{0.9F, 0.2F, 0.6F}};
  EXPECT_EQ(Loss(scores, {kPos, kNeg, kNeg}, {.margin = 0.25}), 0);
  EXPECT_GT(Loss(scores, {kPos, kNeg, kNeg}, {.margin = 0.35}), 0);
}

TEST(RankingLossTest, EveryNegativeInTheMean) {
  const Matrix scores{{0.5F, 0.6F, 0.4F}};
  EXPECT_NEAR(Loss(scores, {kPos, kNeg, kNeg},
                   {.objective = RankingObjective::kEvery, .margin = 0.2}),
              (0.3 + 0.1) / 2, 1e-6);
}

TEST(RankingLossTest, TheMeanOverPositivesOfTheirSharesOfTheExponentials) {
  const Matrix scores{{1.0F, 2.0F, 0.5F}};
  const double of_first =
      -std::log(std::exp(2.0) / (std::exp(2.0) + std::exp(1.0)));
  const double of_second =
      -std::log(std::exp(4.0) / (std::exp(4.0) + std::exp(1.0)));
  EXPECT_NEAR(Loss(scores, {kPos, kPos, kNeg},
                   {.objective = RankingObjective::kSoftmax, .scale = 2}),
              (of_first + of_second) / 2, 1e-6);
}

TEST(RankingLossTest, LargeScoresDoNotOverflow) {
  const Matrix scores{{-1000.0F, 1000.0F}};
  EXPECT_NEAR(Loss(scores, {kPos, kNeg},
                   {.objective = RankingObjective::kSoftmax, .scale = 1}),
              2000, 1e-3);
}

TEST(RankingLossTest, QueriesWithoutPositivesOrNegativesCostNothing) {
  const Matrix scores{{0.1F, 0.9F}, {0.1F, 0.9F}};
  EXPECT_EQ(Loss(scores, {kNeg, kNeg, kPos, kPos}, {.margin = 1}), 0);
}

// d(0, x) = 2 artanh |x|, and a distance is symmetric and keeps the triangle.
TEST(PoincareTest, IsADistance) {
  Graph graph(Graph::Mode::kInference);
  const Matrix points{{0, 0}, {0.5F, 0}, {-0.2F, 0.6F}};
  const Matrix d = graph.value(
      PoincareDistances(graph, graph.Constant(points), graph.Constant(points)));
  for (Index i = 1; i < 3; ++i) {
    EXPECT_NEAR(d(0, i), 2 * std::atanh(points.row(i).norm()), 1e-5);
  }
  EXPECT_TRUE(d.isApprox(d.transpose()));
  EXPECT_LT(d(1, 2), d(1, 0) + d(0, 2));
}

TEST(PoincareTest, WhatIsTooLongIsWithinTheBall) {
  Graph graph(Graph::Mode::kInference);
  const Matrix points{{3, 4}, {0.3F, 0.4F}};
  const Matrix within =
      graph.value(IntoUnitBall(graph, graph.Constant(points)));
  EXPECT_LT(within.row(0).norm(), 1);
  EXPECT_GT(within.row(0).norm(), 0.999F);
  EXPECT_EQ(within.row(1), points.row(1));
}

}  // namespace
}  // namespace whylight
