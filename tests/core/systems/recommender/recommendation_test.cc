#include "core/systems/recommender/recommendation.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "tests/core/systems/recommender/invented.h"

namespace whylight {
namespace {

const std::vector<GivenReview>& Given() {
  static const std::vector<GivenReview> reviews = {
      {"ann", "stout", "\U0001F37A dark and roasted"},
      {"ann", "ale", "hoppy! bitter"},
      {"bob", "ale", "sweet, sweet"},
      {"eve", "ale", "nothing known"},
      {"bob", "lager", "bitter"}};
  return reviews;
}

TEST(RecommendationTest, APointerIsAReviewAndTheWeightsOfItsWords) {
  const Recommender model = InventRecommender({.pointers = 2});
  const auto found = Recommend(model, Given(), "ann", "ale", 1).value();
  ASSERT_EQ(found.size(), 1u);
  const Recommendation& one = found.front();
  EXPECT_EQ(one.item, "ale");
  // Not what ann wrote of the ale, and nothing where no word is known.
  EXPECT_EQ(one.user_reviews, 1u);
  EXPECT_EQ(one.item_reviews, 1u);
  EXPECT_NEAR(one.rating,
              model.Clip(one.mean + one.user_bias + one.item_bias + one.match),
              1e-5);
  ASSERT_EQ(one.pointers.size(), 2u);
  for (const ChosenPair& pair : one.pointers) {
    ASSERT_TRUE(pair.of_user && pair.of_item);
    EXPECT_EQ(pair.of_user->review, 0u);
    EXPECT_EQ(pair.of_item->review, 2u);
    // The only ones of their sides.
    EXPECT_EQ(pair.of_user->weight, 1);
    EXPECT_EQ(pair.of_item->weight, 1);
    ASSERT_EQ(pair.of_user->words.size(), 2u);
    EXPECT_EQ(pair.of_user->words[0].span, (Span{3, 7}));
    EXPECT_EQ(pair.of_user->words[1].span, (Span{12, 19}));
    EXPECT_NEAR(pair.of_user->words[0].weight + pair.of_user->words[1].weight,
                1, 1e-6);
  }
}

TEST(RecommendationTest, APointerChoosesTheReviewThatWeighsMost) {
  const Recommender model = InventRecommender({.pointers = 2});
  const std::vector<GivenReview> given = {{"ann", "stout", "dark and roasted"},
                                          {"ann", "gin", "hoppy, bitter"},
                                          {"bob", "ale", "sweet, sweet"},
                                          {"eve", "ale", "hoppy"}};
  const auto found = Recommend(model, given, "ann", "ale", 1).value();
  for (const ChosenPair& pair : found.front().pointers) {
    for (const std::optional<PointedReview>& one :
         {pair.of_user, pair.of_item}) {
      // More than its half, of two that score alike at most the half.
      EXPECT_GE(one->weight, 0.5);
      EXPECT_LT(one->weight, 1);
    }
  }
}

TEST(RecommendationTest, WhoHasNoReviewsIsPointedAtByNothing) {
  const Recommender model = InventRecommender({});
  const auto found = Recommend(model, Given(), "zoe", "gin", 1).value();
  EXPECT_EQ(found.front().user_reviews, 0u);
  for (const ChosenPair& pair : found.front().pointers) {
    EXPECT_FALSE(pair.of_user || pair.of_item);
  }
}

TEST(RecommendationTest, ItemsAreThoseThatTheUserHasNoReviewOf) {
  for (const RecommenderOptions& options : EveryShape()) {
    const Recommender model = InventRecommender(options);
    const auto found = Recommend(model, Given(), "ann", "", 10).value();
    std::set<std::string> items;
    for (std::size_t i = 0; i < found.size(); ++i) {
      items.insert(found[i].item);
      EXPECT_LE(found[i].rating, found[i == 0 ? 0 : i - 1].rating);
      // Each by itself is rated the same.
      EXPECT_NEAR(Recommend(model, Given(), "ann", found[i].item, 1)
                      .value()
                      .front()
                      .rating,
                  found[i].rating, 1e-5);
    }
    EXPECT_EQ(items, options.has_names()
                         ? (std::set<std::string>{"lager", "porter"})
                         : (std::set<std::string>{"lager"}));
    EXPECT_EQ(Recommend(model, Given(), "ann", "", 1).value().size(), 1u);
  }
}

TEST(RecommendationTest, ReviewsThatComeBetweenStepsCountForWhatIsLeft) {
  const Recommender model = InventRecommender({});
  const auto known = std::make_shared<KnownReviews>();
  std::vector<GivenReview> given = Given();
  for (int i = 0; i < 40; ++i) {
    given.push_back({"bob", "item " + std::to_string(i), "dark"});
  }
  ASSERT_TRUE(known->Add(model, given).ok());
  auto steps = BeginRecommending(model, known, "ann", "", 100).value();
  int count = 0;
  while (steps->Step()) {
    ++count;
    ASSERT_TRUE(known->Add(model, {{"ann", "gin", "bitter"}}).ok());
  }
  EXPECT_GT(count, 1);
  const auto found = steps->Finish().value();
  EXPECT_EQ(found.size(), 42u);
  for (const Recommendation& one : found) {
    EXPECT_NE(one.item, "gin");
    EXPECT_GE(one.user_reviews, 2u);
  }
}

TEST(RecommendationTest, SaysWhatIsWrong) {
  const Recommender model = InventRecommender({.biases = false});
  EXPECT_EQ(Recommend(model, {}, "ann", "", 1).error().message,
            "expected \"item\", or reviews of items, found none");
  // Who has a review of every item is recommended none.
  EXPECT_TRUE(
      Recommend(model, {{"ann", "ale", ""}}, "ann", "", 1).value().empty());
  std::string text;
  for (int i = 0; i < 100001; ++i) text += "a ";
  const Error error =
      Recommend(model, {{"ann", "ale", ""}, {"bob", "ale", text}}, "ann", "ale",
                1)
          .error();
  EXPECT_EQ(error.code, ErrorCode::kTextTooLong);
  EXPECT_EQ(error.message.find("reviews[1]: "), 0u) << error.message;
}

TEST(RecommendationTest, SaysThatRatingsOverflow) {
  Recommender model = InventRecommender({.kind = RecommenderKind::kMf});
  for (Parameter* parameter : model.Parameters()) {
    parameter->value.setConstant(std::numeric_limits<Real>::max());
  }
  EXPECT_EQ(Recommend(model, {}, "ann", "ale", 1).error().code,
            ErrorCode::kNotFinite);
}

}  // namespace
}  // namespace whylight
