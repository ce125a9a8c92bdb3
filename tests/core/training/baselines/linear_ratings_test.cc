#include "core/training/baselines/linear_ratings.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/random.h"

namespace whylight {
namespace {

// Words 0 and 1 together are good, 2 is bad, 3 to 9 say nothing.
struct World {
  std::vector<WordIds> texts;
  Matrix ratings;

  World() {
    const CounterRandom random(1, RandomPurpose::kInitialise);
    std::uint64_t position = 0;
    ratings.resize(400, 1);
    for (Index i = 0; i < ratings.rows(); ++i) {
      WordIds text;
      const auto filler = [&] {
        for (int w = 0; w < 3; ++w) {
          text.push_back(
              static_cast<std::int32_t>(3 + random.Below(position++, 7)));
        }
      };
      filler();
      const bool good = random.Below(position++, 2) == 0;
      if (good) {
        text.push_back(0);
        text.push_back(1);
      } else {
        text.push_back(2);
      }
      filler();
      texts.push_back(text);
      ratings(i, 0) = good ? Real(0.9) : Real(0.2);
    }
  }
};

TEST(LinearRatingsTest, LearnsEachAspectFromTheTextsThatRateIt) {
  const World world;
  Matrix ratings = world.ratings.replicate(1, 2);
  for (Index i = 0; i < ratings.rows(); i += 2) {
    ratings(i, 1) = std::numeric_limits<Real>::quiet_NaN();
  }
  const LinearRatings partly = LinearRatings::Train(world.texts, ratings);
  const LinearRatings whole = LinearRatings::Train(world.texts, world.ratings);
  for (std::size_t i = 0; i < world.texts.size(); ++i) {
    EXPECT_EQ(partly.Rate(world.texts[i], 0), whole.Rate(world.texts[i], 0));
    EXPECT_NEAR(partly.Rate(world.texts[i], 1),
                world.ratings(static_cast<Index>(i), 0), 0.15);
  }
}

TEST(LinearRatingsTest, LearnsRatingsAndTheWordsTheyGoBy) {
  const World world;
  const LinearRatings linear =
      LinearRatings::Train(world.texts, world.ratings, {.costs = {0.1, 10}});
  for (std::size_t i = 0; i < world.texts.size(); ++i) {
    EXPECT_NEAR(linear.Rate(world.texts[i], 0),
                world.ratings(static_cast<Index>(i), 0), 0.1);
  }
  const std::vector<Real> weights = linear.WordWeights({3, 4, 0, 1, 5}, 0);
  ASSERT_EQ(weights.size(), 5u);
  EXPECT_GT(weights[2], 2 * weights[0]);
  EXPECT_GT(weights[3], 2 * weights[0]);
}

TEST(LinearRatingsTest, AWordOfEveryTextDoesNotBearTheMeanRating) {
  World world;
  for (WordIds& text : world.texts) text.insert(text.begin(), 10);
  const LinearRatings linear =
      LinearRatings::Train(world.texts, world.ratings, {.costs = {0.01}});
  const std::vector<Real> weights = linear.WordWeights({10, 3, 2}, 0);
  EXPECT_LT(weights[0], weights[2] / 4);
  EXPECT_NEAR(linear.Rate({10, 3}, 0), world.ratings.mean(), 0.15);
}

TEST(LinearRatingsTest, UnknownWordsWeighNothing) {
  const World world;
  const LinearRatings linear =
      LinearRatings::Train(world.texts, world.ratings, {.costs = {1}});
  EXPECT_EQ(linear.WordWeights({kUnknownWord, 99}, 0),
            (std::vector<Real>{0, 0}));
}

}  // namespace
}  // namespace whylight
