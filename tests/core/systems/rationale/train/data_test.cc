#include "core/systems/rationale/train/data.h"

#include <gtest/gtest.h>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

double Correlation(const Matrix& x, Index a, Index b) {
  const auto left = (x.col(a).array() - x.col(a).mean()).eval();
  const auto right = (x.col(b).array() - x.col(b).mean()).eval();
  return static_cast<double>(
      (left * right).sum() /
      std::sqrt(left.square().sum() * right.square().sum()));
}

// Three ratings that share a part, as those of a review do.
Matrix CorrelatedRatings() {
  Matrix ratings = RandomMatrix(500, 3, "ratings");
  ratings.colwise() += 2 * RandomMatrix(500, 1, "shared").col(0);
  return ratings;
}

TEST(PartialResidualsTest, NoShareAndNoStretchAreTheRatingsThemselves) {
  const Matrix ratings = CorrelatedRatings();
  EXPECT_LT((PartialResiduals(ratings, 0, 1) - ratings).cwiseAbs().maxCoeff(),
            1e-5);
}

TEST(PartialResidualsTest, WholeResidualDoesNotGoWithTheOtherRatings) {
  const Matrix ratings = CorrelatedRatings();
  Matrix mixed = ratings;
  mixed.col(0) = PartialResiduals(ratings, 1, 1).col(0);
  EXPECT_GT(Correlation(ratings, 0, 1), 0.6);
  EXPECT_NEAR(Correlation(mixed, 0, 1), 0, 1e-3);
  EXPECT_NEAR(Correlation(mixed, 0, 2), 0, 1e-3);
}

TEST(PartialResidualsTest, KeepsTheMeanAndLessensTheCorrelation) {
  const Matrix ratings = CorrelatedRatings();
  const Matrix targets = PartialResiduals(ratings, 0.6, 1.3);
  EXPECT_LT((targets.colwise().mean() - ratings.colwise().mean())
                .cwiseAbs()
                .maxCoeff(),
            1e-4);
  EXPECT_LT(Correlation(targets, 0, 1), Correlation(ratings, 0, 1) - 0.2);
}

TEST(PartialResidualsTest, SurvivesRatingsThatDetermineEachOther) {
  Matrix ratings = CorrelatedRatings();
  ratings.col(2) = ratings.col(1);
  EXPECT_TRUE(PartialResiduals(ratings, 0.6, 1.3).allFinite());
}

TEST(PartialResidualsTest, LeavesRowsThatLackARatingAsTheyAre) {
  const Matrix complete = CorrelatedRatings();
  Matrix ratings(502, 3);
  ratings << Matrix::Ones(1, 3), complete, Matrix::Ones(1, 3);
  ratings(0, 1) = kUnrated;
  ratings(501, 2) = kUnrated;
  const Matrix targets = PartialResiduals(ratings, 0.6, 1.3);
  EXPECT_EQ(targets.middleRows(1, 500), PartialResiduals(complete, 0.6, 1.3));
  EXPECT_EQ(targets(0, 0), 1);
  EXPECT_FALSE(IsRated(targets(0, 1)));
  EXPECT_EQ(targets(501, 1), 1);
  EXPECT_FALSE(IsRated(targets(501, 2)));
}

TEST(PartialResidualsTest, AreTheRatingsWhereNoRowGivesAll) {
  Matrix ratings(2, 2);
  ratings << 1, kUnrated, kUnrated, 0.5;
  const Matrix targets = PartialResiduals(ratings, 0.6, 1.3);
  EXPECT_EQ(targets(0, 0), 1);
  EXPECT_EQ(targets(1, 1), 0.5);
}

TEST(MostDecorrelatedTest, PutsRowsThatLackARatingLast) {
  Matrix ratings = RandomMatrix(5, 3, "ratings");
  ratings(1, 0) = kUnrated;
  ratings(3, 2) = kUnrated;
  const auto rows = MostDecorrelated(ratings, 3, 5);
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[3], 1u);
  EXPECT_EQ(rows[4], 3u);
}

TEST(MostDecorrelatedTest, PutsTheOddOneFirst) {
  Matrix ratings = RandomMatrix(100, 1, "shared").replicate(1, 3);
  ratings += 0.01 * RandomMatrix(100, 3, "noise");
  ratings(42, 0) = 1;
  ratings(42, 1) = -1;
  const auto rows = MostDecorrelated(ratings, 3, 10);
  ASSERT_EQ(rows.size(), 10u);
  EXPECT_EQ(rows[0], 42u);
  EXPECT_EQ(MostDecorrelated(ratings, 3, 1000).size(), 100u);
}

}  // namespace
}  // namespace whylight
