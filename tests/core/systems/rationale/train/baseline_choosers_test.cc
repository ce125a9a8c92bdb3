#include "core/systems/rationale/train/baseline_choosers.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

TEST(ScoreByKeywordsTest, PrefersNearWordsOfTheSameClause) {
  const WordScorer scorer = ScoreByKeywords({{"look", {"gold"}}}, {"look"});
  const Matrix scores = scorer(Tokenize("pours a hazy gold , and sweet"));
  ASSERT_EQ(scores.rows(), 7);
  // Nearest first: gold, hazy and the comma, a, pours; then the next clause.
  EXPECT_GT(scores(3, 0), scores(2, 0));
  EXPECT_EQ(scores(2, 0), scores(4, 0));
  EXPECT_GT(scores(2, 0), scores(1, 0));
  EXPECT_GT(scores(1, 0), scores(0, 0));
  EXPECT_GT(scores(0, 0), scores(5, 0));
  EXPECT_GT(scores(5, 0), scores(6, 0));
}

TEST(ScoreByKeywordsTest, AnAspectWithoutKeywordsPrefersNothing) {
  const WordScorer scorer = ScoreByKeywords({}, {"look"});
  const Matrix scores = scorer(Tokenize("a hazy gold"));
  EXPECT_EQ(scores.minCoeff(), scores.maxCoeff());
}

TEST(ChooseBestTest, TakesTheWantedShareOfAllReviews) {
  // A word is worth its length.
  const WordScorer scorer = [](const std::vector<Token>& tokens) {
    Matrix scores(static_cast<Index>(tokens.size()), 1);
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      scores(static_cast<Index>(t), 0) =
          static_cast<Real>(tokens[t].text.size());
    }
    return scores;
  };
  const std::vector<Review> reviews = {
      {"a bbb cc", {Real(1)}}, {"dddd eeeee", {Real(1)}}, {"", {Real(1)}}};
  const auto chosen = [&](double rate) {
    const WordChooser chooser = ChooseBest(scorer, reviews, {rate});
    std::vector<int> all;
    for (const Review& review : reviews) {
      const auto of = chooser(Tokenize(review.text), {});
      for (Index t = 0; t < of.selected.rows(); ++t) {
        all.push_back(of.selected(t, 0));
      }
    }
    return all;
  };
  EXPECT_EQ(chosen(0.4), (std::vector<int>{0, 0, 0, 1, 1}));
  EXPECT_EQ(chosen(0.6), (std::vector<int>{0, 1, 0, 1, 1}));
  EXPECT_EQ(chosen(0), (std::vector<int>{0, 0, 0, 0, 0}));
  EXPECT_EQ(chosen(1), (std::vector<int>{1, 1, 1, 1, 1}));
}

TEST(ChooseFirstTest, TakesTheFirstWordsOfEachText) {
  const WordChooser chooser = ChooseFirst({0.4, 0});
  const ChosenWords chosen = chooser(Tokenize("one two three four five"), {});
  ASSERT_EQ(chosen.selected.rows(), 5);
  for (Index t = 0; t < 5; ++t) {
    EXPECT_EQ(chosen.selected(t, 0), t < 2 ? 1 : 0);
    EXPECT_EQ(chosen.selected(t, 1), 0);
  }
  EXPECT_GT(chosen.scores(0, 0), chosen.scores(4, 0));
  EXPECT_EQ(chooser({}, {}).selected.rows(), 0);
}

}  // namespace
}  // namespace whylight
