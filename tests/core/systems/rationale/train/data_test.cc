#include "core/systems/rationale/train/data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <vector>

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

// Four reviews of two sentences and one that is a single sentence.
RatedTexts SomeReviews(const Vocabulary& vocabulary) {
  std::vector<Review> reviews;
  for (int i = 0; i < 4; ++i) {
    reviews.push_back({.text = "the room was big . we slept very well !",
                       .ratings = {Real(i) / 4, kUnrated}});
  }
  reviews.push_back({.text = "the room was big", .ratings = {1, 1}});
  return ToRatedTexts(reviews, {"room", "staff"}, vocabulary);
}

Vocabulary WordsOfReviews() {
  return Vocabulary::FromWords({"the", "room", "was", "big", ".", "we", "slept",
                                "very", "well", "!"})
      .value();
}

TEST(AddSentencesTest, AddsSingleSentencesWithTheRatingsOfTheirReview) {
  const Vocabulary vocabulary = WordsOfReviews();
  RatedTexts set = SomeReviews(vocabulary);
  AddSentences(2, 1, vocabulary, &set);
  EXPECT_EQ(set.reviews, 5u);
  EXPECT_EQ(set.sentences, 8u);
  ASSERT_EQ(set.ratings.rows(), 13);
  for (std::size_t i = 5; i < set.size(); ++i) {
    const auto row = static_cast<Index>(i);
    EXPECT_EQ(set.ratings(row, 0), Real((i - 5) / 2) / 4);
    EXPECT_FALSE(IsRated(set.ratings(row, 1)));
    EXPECT_EQ(set.texts[i].size(), 5u);
    EXPECT_FALSE(set.IsTemplate(i));
  }
  EXPECT_NE(set.texts[5], set.texts[6]) << "a sentence taken twice";
}

TEST(AddSentencesTest, AShareBelowOneTakesSomeReviews) {
  const Vocabulary vocabulary = WordsOfReviews();
  RatedTexts none = SomeReviews(vocabulary);
  AddSentences(0, 1, vocabulary, &none);
  EXPECT_EQ(none.size(), 5u);
  RatedTexts some = SomeReviews(vocabulary);
  AddSentences(0.5, 1, vocabulary, &some);
  EXPECT_LE(some.sentences, 4u);
}

TEST(ToRatedTextsTest, ReadsMisspelledWordsAsTheVocabularySays) {
  const std::vector<Review> reviews = {
      {.text = "the roooom was veeery big", .ratings = {1}},
      {.text = "the room was very big", .ratings = {1}}};
  Vocabulary vocabulary = WordsOfReviews();
  EXPECT_NE(ToRatedTexts(reviews, {"room"}, vocabulary).texts[0],
            ToRatedTexts(reviews, {"room"}, vocabulary).texts[1]);
  vocabulary.ReadMisspelled(true);
  EXPECT_EQ(ToRatedTexts(reviews, {"room"}, vocabulary).texts[0],
            ToRatedTexts(reviews, {"room"}, vocabulary).texts[1]);
}

TEST(AddTemplateTextsTest, ComeLastAndRateOnlyAspects) {
  const std::string path = testing::TempDir() + "/data_test_templates.json";
  std::ofstream(path) << R"({
      "frames": [{"text": "{subject} {be} {good}", "rating": 0.75}],
      "aspects": {"room": {"subjects": ["the room"], "good": ["big"],
                           "bad": ["small"]}}})";
  const auto templates = TextTemplates::Read({path}, {"room"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  const Vocabulary vocabulary = WordsOfReviews();
  RatedTexts set = SomeReviews(vocabulary);
  AddTemplateTexts(templates.value(), 1, 3, 1, vocabulary, &set);
  ASSERT_EQ(set.size(), 8u);
  EXPECT_FALSE(set.IsTemplate(4));
  std::size_t joints = 0;
  for (std::size_t i = 5; i < 8; ++i) {
    EXPECT_TRUE(set.IsTemplate(i));
    EXPECT_TRUE(IsRated(set.ratings(static_cast<Index>(i), 0)));
    EXPECT_FALSE(IsRated(set.ratings(static_cast<Index>(i), 1)));
    // Marks and words that join clauses are of none.
    const std::vector<Token> tokens =
        Tokenize(templates.value().Make(1, i - 5).text);
    std::vector<std::int16_t> about;
    for (const Token& token : tokens) {
      const bool joins =
          std::set<std::string>{"the", "room", "was", "is", "big", "small"}
              .count(token.text) == 0;
      about.push_back(joins ? RatedTexts::kNoAspect : 0);
      joints += joins ? 1 : 0;
    }
    EXPECT_EQ(set.AboutOf(i), about);
  }
  EXPECT_GT(joints, 0u);
  AddUnratedTexts({{0, 1}}, &set);
  EXPECT_EQ(set.AboutOf(8),
            std::vector<std::int16_t>(2, RatedTexts::kNoAspect));

  RatedTexts all = SomeReviews(vocabulary);
  RatedTexts some = all;
  AddTemplateTexts(templates.value(), 1, 8, 1, vocabulary, &all);
  AddTemplateTexts(templates.value(), 1, 8, 1, vocabulary, &some, 3);
  ASSERT_EQ(some.size(), 5u + 3);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(some.texts[5 + i], all.texts[5 + 3 * i]);
    EXPECT_EQ(some.ratings(static_cast<Index>(5 + i), 0),
              all.ratings(static_cast<Index>(5 + 3 * i), 0));
  }
}

TEST(AddTemplateTextsTest, ClausesThatJudgeAsAWholeAreAboutEveryAspect) {
  const std::string path = testing::TempDir() + "/data_test_overall.json";
  std::ofstream(path) << R"({
      "frames": [{"text": "{subject} {be} {good}", "rating": 0.75}],
      "overall": [{"text": "splendid", "rating": 0.9},
                  {"text": "dreadful", "rating": 0.1}],
      "aspects": {"room": {"subjects": ["the room"], "good": ["big"],
                           "bad": ["small"]}}})";
  const auto templates = TextTemplates::Read({path}, {"room"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  const Vocabulary vocabulary = WordsOfReviews();
  RatedTexts set = SomeReviews(vocabulary);
  constexpr std::size_t kTexts = 100;
  AddTemplateTexts(templates.value(), 1, kTexts, 1, vocabulary, &set);
  std::size_t whole = 0;
  for (std::size_t i = 0; i < kTexts; ++i) {
    const std::vector<Token> tokens =
        Tokenize(templates.value().Make(1, i).text);
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      const bool judges =
          tokens[t].text == "splendid" || tokens[t].text == "dreadful";
      EXPECT_EQ(set.AboutOf(5 + i)[t] == RatedTexts::kEveryAspect, judges)
          << tokens[t].text;
      whole += judges ? 1 : 0;
    }
  }
  EXPECT_GT(whole, 0u);
}

}  // namespace
}  // namespace whylight
