#include "core/systems/rationale/selection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/base/random.h"

namespace whylight {
namespace {

using Selected = std::vector<std::uint8_t>;

// Of an aspect that is mentioned from `mention` on, if it says so.
Selected SelectAt(std::optional<Real> mention, Real threshold,
                  const std::vector<Real>& scores, const RunCosts& costs) {
  RationaleAspect aspect;
  aspect.mention = mention;
  return SelectForAspect(aspect, threshold, costs, scores);
}

TEST(SelectForAspectTest, WithoutAMentionItIsWhatDecodingSelects) {
  EXPECT_EQ(SelectAt({}, 1, {2, 0, 3}, SameCosts(3, 0)), (Selected{1, 0, 1}));
  EXPECT_EQ(SelectAt({}, 5, {2, 0, 3}, SameCosts(3, 0)), (Selected{0, 0, 0}));
}

TEST(SelectForAspectTest, SelectsNothingBelowTheMentionWhateverTheThreshold) {
  EXPECT_EQ(SelectAt(Real(3.5), -9, {2, 0, 3}, SameCosts(3, 0)),
            (Selected{0, 0, 0}));
  EXPECT_EQ(SelectAt(Real(3), -9, {2, 0, 3}, SameCosts(3, 0)),
            (Selected{1, 1, 1}));
  EXPECT_TRUE(SelectAt(Real(3), -9, {}, SameCosts(0, 0)).empty());
}

TEST(SelectForAspectTest, LowersTheThresholdUntilARunIsSelected) {
  EXPECT_EQ(SelectAt(Real(1), 5, {2, 0, 3}, SameCosts(3, 0)),
            (Selected{0, 0, 1}));
  // What its ends cost is spread over a longer run.
  EXPECT_EQ(SelectAt(Real(1), 5, {2, 0, 3}, SameCosts(3, 9)),
            (Selected{1, 1, 1}));
}

TEST(SelectForAspectTest, SelectsMoreOfShortTexts) {
  RationaleAspect aspect;
  aspect.short_threshold = -3;
  EXPECT_EQ(ThresholdIn(aspect, 1, 1), -3);
  EXPECT_EQ(ThresholdIn(aspect, 1, kShortWords), -3);
  EXPECT_EQ(ThresholdIn(aspect, 1, (kShortWords + kLongWords) / 2), -1);
  EXPECT_EQ(ThresholdIn(aspect, 1, kLongWords), 1);
  EXPECT_EQ(ThresholdIn(aspect, -5, 1), -5);
  for (std::size_t words = 1; words < kLongWords; ++words) {
    EXPECT_LE(ThresholdIn(aspect, 1, words), ThresholdIn(aspect, 1, words + 1));
  }
  EXPECT_EQ(
      SelectForAspect(aspect, 1, SameCosts(3, 0), std::vector<Real>{2, -2, -4}),
      (Selected{1, 1, 0}));
  const std::vector<Real> long_text(kLongWords, -2);
  EXPECT_EQ(SelectForAspect(aspect, 1, SameCosts(kLongWords, 0), long_text),
            Selected(kLongWords, 0));
  aspect.short_threshold = {};
  EXPECT_EQ(ThresholdIn(aspect, 1, 1), 1);
}

TEST(SelectForAspectTest, NoRunHasALargerMeanOfScoresLessCosts) {
  constexpr std::size_t kWords = 7;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const CounterRandom random(seed, RandomPurpose::kSample);
    std::uint64_t next = 0;
    const auto draw = [&](double most) {
      return static_cast<Real>(most * random.Uniform(next++));
    };
    std::vector<Real> scores;
    RunCosts costs;
    for (std::size_t t = 0; t < kWords; ++t) {
      scores.push_back(draw(4));
      for (auto* side : {&costs.start, &costs.end}) {
        const bool never = t > 0 && t + 1 < kWords && draw(1) < Real(0.3);
        side->push_back(never ? std::numeric_limits<Real>::infinity()
                              : draw(3));
      }
      // Some word that none may hold stands before others.
      costs.within.push_back(t > 0 && t + 1 < kWords && draw(1) < Real(0.2)
                                 ? std::numeric_limits<Real>::infinity()
                                 : draw(1));
    }
    const auto mean = [&](std::size_t first, std::size_t last) {
      Real sum = -costs.start[first] - costs.end[last];
      for (std::size_t t = first; t <= last; ++t) {
        sum += scores[t] - costs.within[t];
      }
      return sum / static_cast<Real>(last - first + 1);
    };
    Real best = std::numeric_limits<Real>::lowest();
    for (std::size_t first = 0; first < kWords; ++first) {
      for (std::size_t last = first; last < kWords; ++last) {
        best = std::max(best, mean(first, last));
      }
    }
    const Selected selected = SelectAt(Real(0), 9, scores, costs);
    const auto first = std::find(selected.begin(), selected.end(), 1);
    const auto after = std::find(first, selected.end(), 0);
    ASSERT_NE(first, selected.end());
    EXPECT_EQ(std::count(after, selected.end(), 1), 0) << "a second run";
    EXPECT_NEAR(mean(static_cast<std::size_t>(first - selected.begin()),
                     static_cast<std::size_t>(after - selected.begin()) - 1),
                best, 1e-5)
        << seed;
  }
}

TEST(SelectForAspectTest, TakesTheBestRunThatMayBeIfThereIsOne) {
  constexpr Real kNever = std::numeric_limits<Real>::infinity();
  RunCosts costs = {{0, kNever, kNever}, {kNever, kNever, kNever}, {0, 0, 0}};
  EXPECT_EQ(SelectAt(Real(1), 5, {2, 0, 3}, costs), (Selected{0, 0, 1}));
  costs.end[0] = 9;
  EXPECT_EQ(SelectAt(Real(1), 5, {2, 0, 3}, costs), (Selected{1, 0, 0}));
}

TEST(DomainProbabilityTest, IsOfTheMeanAndWithoutWordsOfTheBias) {
  const std::vector<Real> even = {-1, 1};
  const std::vector<Real> high = {2, 4};
  EXPECT_EQ(DomainProbability(even, 7, true), Real(0.5));
  EXPECT_NEAR(DomainProbability(high, 0, true), 0.95257413, 1e-6);
  EXPECT_NEAR(DomainProbability({}, 3, false), 0.95257413, 1e-6);
}

TEST(DomainProbabilityTest, IsNothingWhereNoWordIsKnown) {
  const std::vector<Real> high = {9, 9};
  EXPECT_EQ(DomainProbability(high, 9, false), Real(0));
}

TEST(SpreadOfTest, FallsWithCertaintyAndWithWords) {
  RationaleAspect aspect;
  EXPECT_FALSE(SpreadOf(aspect, Real(0.5), 1).has_value());
  aspect.spread = {0.01, 0.08, 0.06};
  // Variances 0.01 + 0.02 + 0.03 and 0.01 + 0 + 0.02.
  EXPECT_NEAR(*SpreadOf(aspect, Real(0.5), 1), 0.24494897, 1e-6);
  EXPECT_NEAR(*SpreadOf(aspect, 1, 2), 0.17320508, 1e-6);
  aspect.spread = {-1, 0, 0};
  EXPECT_EQ(*SpreadOf(aspect, 1, 2), 0);
}

TEST(LabelOfTest, IsTheSecondAboveAHalf) {
  RationaleAspect aspect;
  aspect.labels = {"negative", "positive"};
  EXPECT_EQ(LabelOf(aspect, Real(0.75)).name, "positive");
  EXPECT_EQ(LabelOf(aspect, Real(0.75)).probability, 0.75);
  EXPECT_EQ(LabelOf(aspect, Real(0.25)).name, "negative");
  EXPECT_EQ(LabelOf(aspect, Real(0.25)).probability, 0.75);
}

}  // namespace
}  // namespace whylight
