#include "core/systems/rationale/train/decorrelate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.h"

namespace whylight {
namespace {

// Three ratings that follow a mood, but now and then go their own way.
Matrix MoodyRatings(Index rows) {
  const CounterRandom random(1, RandomPurpose::kInitialise);
  Matrix ratings(rows, 3);
  std::uint64_t position = 0;
  for (Index r = 0; r < rows; ++r) {
    const double mood = random.Uniform(position++);
    for (Index c = 0; c < 3; ++c) {
      const double own = random.Uniform(position++);
      const bool follows = random.Below(position++, 5) > 0;
      ratings(r, c) = static_cast<Real>(follows ? 0.9 * mood + 0.1 * own : own);
    }
  }
  return ratings;
}

TEST(CorrelationsTest, EqualWhatIsWorkedOutByHand) {
  Matrix ratings(4, 4);
  ratings << 0, 0, 1, 0.5, 0, 0, 1, 0.5, 1, 1, 0, 0.5, 1, 1, 0, 0.5;
  const RatingCorrelations found = CorrelationsOfFirst(ratings);
  EXPECT_EQ(found.n, 4u);
  ASSERT_EQ(found.each.size(), 3u);
  EXPECT_NEAR(found.each[0], 1, 1e-6);
  EXPECT_NEAR(found.each[1], -1, 1e-6);
  EXPECT_EQ(found.each[2], 0);  // It does not vary.
  EXPECT_NEAR(found.mean, 2.0 / 3, 1e-6);
  EXPECT_NEAR(found.largest, 1, 1e-6);
}

TEST(DecorrelateTest, KeepsAsManyAsTheThresholdAllows) {
  const Matrix ratings = MoodyRatings(2000);
  const auto strict = Decorrelate(ratings, 0.3);
  const auto loose = Decorrelate(ratings, 0.5);
  ASSERT_TRUE(strict.ok()) << strict.error().message;
  ASSERT_TRUE(loose.ok());
  EXPECT_GT(strict.value().before.mean, 0.55);
  EXPECT_LE(strict.value().after.mean, 0.3);
  EXPECT_LE(loose.value().after.mean, 0.5);
  EXPECT_GT(loose.value().rows.size(), strict.value().rows.size());
  EXPECT_LT(loose.value().rows.size(), 2000u);
  for (const auto* kept : {&strict.value(), &loose.value()}) {
    EXPECT_TRUE(std::is_sorted(kept->rows.begin(), kept->rows.end()));
    EXPECT_EQ(kept->after.n, kept->rows.size());
    Matrix part(static_cast<Index>(kept->rows.size()), 3);
    for (std::size_t i = 0; i < kept->rows.size(); ++i) {
      part.row(static_cast<Index>(i)) =
          ratings.row(static_cast<Index>(kept->rows[i]));
    }
    EXPECT_NEAR(CorrelationsOfFirst(part).mean, kept->after.mean, 1e-6);
  }
}

TEST(DecorrelateTest, KeepsAllWhereNothingIsCorrelated) {
  const auto all = Decorrelate(MoodyRatings(300), 1);
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(all.value().rows.size(), 300u);
}

TEST(DecorrelateTest, SaysWhatCanBeHad) {
  Matrix same(200, 2);
  for (Index r = 0; r < 200; ++r) {
    same.row(r).setConstant(static_cast<Real>(r % 5) / 4);
  }
  const auto none = Decorrelate(same, 0.5);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::kBadData);
  EXPECT_EQ(none.error().message,
            "expected at least 100 reviews whose ratings are correlated by at "
            "most 0.500000, found no fewer than 1.000000");
  EXPECT_FALSE(Decorrelate(MoodyRatings(50), 1).ok());
}

}  // namespace
}  // namespace whylight
