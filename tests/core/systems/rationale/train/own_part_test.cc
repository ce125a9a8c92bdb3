#include "core/systems/rationale/train/own_part.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/random.h"

namespace whylight {
namespace {

// Reviews of two aspects whose ratings go together: a good stay is mostly rated
// well, whatever the aspect. Words 0 and 1 say what the first is, 2 and 3 what
// the second is; the others are filler.
struct CorrelatedReviews {
  static constexpr std::int32_t kWords = 12;
  std::vector<SelectedReview> reviews;
  Matrix ratings;

  explicit CorrelatedReviews(std::size_t count)
      : ratings(static_cast<Index>(count), 2) {
    const CounterRandom random(5, RandomPurpose::kInitialise);
    std::uint64_t position = 0;
    for (std::size_t i = 0; i < count; ++i) {
      SelectedReview& review = reviews.emplace_back();
      for (int t = 0; t < 20; ++t) {
        review.words.push_back(4 + static_cast<std::int32_t>(
                                       random.Below(position++, kWords - 4)));
      }
      const bool good = random.Below(position++, 2) == 0;
      for (std::int32_t aspect = 0; aspect < 2; ++aspect) {
        const bool own = (random.Uniform(position++) < 0.85) == good;
        // Behind the first words, one half of the review for each.
        const std::uint64_t place = 4 + 8 * static_cast<std::uint64_t>(aspect) +
                                    random.Below(position++, 8);
        review.words[place] = 2 * aspect + (own ? 0 : 1);
        ratings(static_cast<Index>(i), aspect) = own ? Real(0.9) : Real(0.1);
        // Two words anywhere.
        std::vector<std::uint8_t> spans(20);
        spans[random.Below(position++, 20)] = 1;
        spans[random.Below(position++, 20)] = 1;
        review.random_spans.push_back(spans);
      }
      review.selected.assign(2, std::vector<std::uint8_t>(20));
    }
  }

  // Selects for each aspect of each review the words of which `choose` is true.
  using Choose = std::function<bool(const SelectedReview& review, bool is_good,
                                    std::size_t aspect, std::size_t word)>;
  std::vector<std::optional<OwnPart>> Measure(const Choose& choose) {
    for (std::size_t i = 0; i < reviews.size(); ++i) {
      SelectedReview& review = reviews[i];
      for (std::size_t a = 0; a < review.selected.size(); ++a) {
        const bool is_good =
            ratings(static_cast<Index>(i), static_cast<Index>(a)) > Real(0.5);
        for (std::size_t t = 0; t < review.words.size(); ++t) {
          review.selected[a][t] = choose(review, is_good, a, t) ? 1 : 0;
        }
      }
    }
    ThreadPool pool(2);
    return MeasureOwnParts(reviews, ratings, Matrix::Identity(kWords, kWords),
                           1, pool);
  }
};

bool SpeaksOf(std::size_t aspect, const SelectedReview& review,
              std::size_t word) {
  return review.words[word] / 2 == static_cast<std::int32_t>(aspect);
}

// The first word of a good review, the first two of a bad one: an encoder that
// counts words knows the rating, and the words say nothing.
bool IsCode(const SelectedReview&, bool is_good, std::size_t,
            std::size_t word) {
  return word < (is_good ? 1u : 2u);
}

TEST(MeasureOwnPartsTest, WordsOfTheAspectTellWhatTheOtherRatingsLeave) {
  CorrelatedReviews data(600);
  const auto parts = data.Measure(
      [](const SelectedReview& review, bool, std::size_t aspect,
         std::size_t word) { return SpeaksOf(aspect, review, word); });
  for (const std::optional<OwnPart>& own : parts) {
    ASSERT_TRUE(own);
    EXPECT_EQ(own->n, 600u);
    // Correlated by about (2 · 0.85 - 1)² = 0.49.
    EXPECT_NEAR(own->share, 1 - 0.49 * 0.49, 0.08);
    // All that is to be had, as the word says it all but for the other rating.
    EXPECT_GT(own->rationale, 0.8);
    EXPECT_GT(own->all_words, 0.8);
    // The other words speak of the other aspect, whose rating is taken out.
    EXPECT_LT(own->complement, own->rationale - 0.3);
    EXPECT_LT(own->complement_above_rationale.high, 0);
    EXPECT_GT(own->rationale_above_random_spans.low, 0);
    EXPECT_FALSE(own->IsMissed());
  }
}

TEST(MeasureOwnPartsTest, ACodeTellsAnEncoderTheRatingAndAReaderNothing) {
  CorrelatedReviews data(600);
  for (const std::optional<OwnPart>& own : data.Measure(IsCode)) {
    ASSERT_TRUE(own);
    EXPECT_LT(std::abs(own->rationale), 0.15);
    EXPECT_GT(own->complement, 0.8);
    EXPECT_GT(own->complement_above_rationale.low, 0.5);
    EXPECT_TRUE(own->IsMissed());
  }
}

TEST(MeasureOwnPartsTest, WordsOfAnotherAspectMissTheOwnPart) {
  CorrelatedReviews data(600);
  const auto parts = data.Measure(
      [](const SelectedReview& review, bool, std::size_t aspect,
         std::size_t word) { return SpeaksOf(1 - aspect, review, word); });
  for (const std::optional<OwnPart>& own : parts) {
    ASSERT_TRUE(own);
    EXPECT_TRUE(own->IsMissed());
  }
}

TEST(MeasureOwnPartsTest, OfASingleAspectTheWholeRatingIsItsOwn) {
  CorrelatedReviews data(600);
  data.ratings = Matrix(data.ratings.leftCols(1));
  for (SelectedReview& review : data.reviews) {
    review.selected.resize(1);
    review.random_spans.resize(1);
  }
  const auto sound = data.Measure(
      [](const SelectedReview& review, bool, std::size_t aspect,
         std::size_t word) { return SpeaksOf(aspect, review, word); });
  ASSERT_EQ(sound.size(), 1u);
  ASSERT_TRUE(sound[0]);
  EXPECT_NEAR(sound[0]->share, 1, 1e-6);
  EXPECT_FALSE(sound[0]->IsMissed());
  EXPECT_TRUE(data.Measure(IsCode)[0]->IsMissed());
}

// Most of it is left to the other words, as a review says a thing again.
TEST(MeasureOwnPartsTest, AShortSelectionThatMeansSomethingIsNotMissed) {
  CorrelatedReviews data(600);
  const CounterRandom random(3, RandomPurpose::kSelection);
  std::uint64_t position = 0;
  const auto parts = data.Measure([&](const SelectedReview& review, bool,
                                      std::size_t aspect, std::size_t word) {
    return SpeaksOf(aspect, review, word) && random.Uniform(position++) < 0.35;
  });
  for (const std::optional<OwnPart>& own : parts) {
    ASSERT_TRUE(own);
    EXPECT_GT(own->complement_above_rationale.low, 0);
    EXPECT_FALSE(own->IsMissed());
  }
}

TEST(MeasureOwnPartsTest, SaysNothingOfFewReviewsOrOfASumOfOthers) {
  CorrelatedReviews few(99);
  for (const auto& own : few.Measure(IsCode)) EXPECT_FALSE(own);
  CorrelatedReviews same(200);
  same.ratings.col(1) = same.ratings.col(0);
  for (const auto& own : same.Measure(IsCode)) EXPECT_FALSE(own);
  // Reviews that lack a rating do not count.
  CorrelatedReviews partly(150);
  for (Index row = 0; row < 40; ++row) {
    partly.ratings(row, 1) = std::numeric_limits<Real>::quiet_NaN();
  }
  EXPECT_EQ(partly.Measure(IsCode)[0]->n, 110u);
}

TEST(MeasureOwnPartsTest, UnknownWordsAndEmptySelectionsTellNothing) {
  CorrelatedReviews data(200);
  for (SelectedReview& review : data.reviews) {
    std::replace_if(
        review.words.begin(), review.words.end(),
        [](std::int32_t word) { return word >= 4; }, kUnknownWord);
  }
  const auto parts = data.Measure([](const SelectedReview&, bool, std::size_t,
                                     std::size_t) { return false; });
  ASSERT_TRUE(parts[0]);
  EXPECT_EQ(parts[0]->rationale, 0);
  EXPECT_EQ(parts[0]->complement, parts[0]->all_words);
}

}  // namespace
}  // namespace whylight
