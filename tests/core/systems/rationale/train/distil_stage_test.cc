#include "core/systems/rationale/train/distil_stage.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace whylight {
namespace {

constexpr std::int16_t kNone = RatedTexts::kNoAspect;

// A review, and a text made from templates whose three words are of a clause
// about the second aspect, of none, and of one about the first.
RatedTexts ReviewAndTemplate() {
  RatedTexts set;
  set.texts = {{0, 1, 2}, {0, 1, 2}};
  set.reviews = 1;
  set.about = {{1, kNone, 0}};
  return set;
}

SequenceBatch TwoTextsOfThree() {
  return {.lengths = {3, 3}, .max_length = 3, .rows = {0, 0, 1, 1, 2, 2}};
}

constexpr std::array<std::size_t, 2> kBoth = {0, 1};

TEST(KeepToClausesTest, OfCompetingAspectsTheClausesOwnHasWhatAnyHad) {
  Matrix taught = Matrix::Zero(6, 3);
  for (Index row = 0; row < 6; ++row) {
    taught.row(row) << Real(0.5), Real(0.25), Real(0.25);
  }
  const Matrix before = taught;
  KeepToClauses(ReviewAndTemplate(), kBoth, TwoTextsOfThree(),
                Choice::kCompeting, &taught);
  for (const Index row : {0, 2, 4}) EXPECT_EQ(taught.row(row), before.row(row));
  Matrix expected(3, 3);
  expected << 0, Real(0.75), Real(0.25), 0, 0, 1, Real(0.75), 0, Real(0.25);
  for (Index t = 0; t < 3; ++t) {
    EXPECT_EQ(taught.row(2 * t + 1), expected.row(t)) << t;
  }
}

TEST(KeepToClausesTest, OfIndependentAspectsItHasTheMostThatAnyHad) {
  Matrix taught = Matrix::Zero(6, 2);
  for (Index row = 0; row < 6; ++row) {
    taught.row(row) << Real(0.875), Real(0.5);
  }
  KeepToClauses(ReviewAndTemplate(), kBoth, TwoTextsOfThree(),
                Choice::kIndependent, &taught);
  Matrix expected(3, 2);
  expected << 0, Real(0.875), 0, 0, Real(0.875), 0;
  for (Index t = 0; t < 3; ++t) {
    EXPECT_EQ(taught.row(2 * t + 1), expected.row(t)) << t;
  }
  EXPECT_EQ(taught(0, 0), Real(0.875));
}

// In "best hotel ever" each aspect is praised.
TEST(KeepToClausesTest, AClauseAboutAllAspectsIsOfEach) {
  RatedTexts set = ReviewAndTemplate();
  set.about = {{RatedTexts::kEveryAspect, kNone, RatedTexts::kEveryAspect}};
  Matrix taught = Matrix::Zero(6, 2);
  taught.row(1) << Real(0.875), Real(0.5);
  KeepToClauses(set, kBoth, TwoTextsOfThree(), Choice::kIndependent, &taught);
  Matrix expected(3, 2);
  expected << Real(0.875), Real(0.875), 0, 0, Real(0.25), Real(0.25);
  for (Index t = 0; t < 3; ++t) {
    EXPECT_EQ(taught.row(2 * t + 1), expected.row(t)) << t;
  }

  // Of competing ones each has its part.
  taught = Matrix::Zero(6, 3);
  taught.row(1) << Real(0.5), Real(0.25), Real(0.25);
  KeepToClauses(set, kBoth, TwoTextsOfThree(), Choice::kCompeting, &taught);
  expected = Matrix(1, 3);
  expected << Real(0.375), Real(0.375), Real(0.25);
  EXPECT_EQ(taught.row(1), expected.row(0));
  // No less than a word of a clause of its own, as long as the parts allow.
  expected << Real(0.25), Real(0.25), Real(0.5);
  EXPECT_EQ(taught.row(5), expected.row(0));
  taught = Matrix::Zero(6, 6);
  KeepToClauses(set, kBoth, TwoTextsOfThree(), Choice::kCompeting, &taught);
  expected = Matrix::Constant(1, 6, Real(1) / 5);
  expected(0, 5) = 0;
  EXPECT_EQ(taught.row(5), expected.row(0));
}

TEST(KeepToClausesTest, WordsThatTheTeachersPassOverSpeakOfTheirClauseToo) {
  for (const Choice choice : {Choice::kCompeting, Choice::kIndependent}) {
    const bool competing = choice == Choice::kCompeting;
    Matrix taught = Matrix::Zero(6, competing ? 3 : 2);
    if (competing) taught.col(2).setOnes();
    KeepToClauses(ReviewAndTemplate(), kBoth, TwoTextsOfThree(), choice,
                  &taught);
    EXPECT_EQ(taught(1, 1), Real(0.25));
    EXPECT_EQ(taught(1, 0), 0);
    EXPECT_EQ(taught(3, 0), 0);
    EXPECT_EQ(taught(3, 1), 0);
    EXPECT_EQ(taught(5, 0), Real(0.25));
    if (!competing) continue;
    EXPECT_EQ(taught(1, 2), Real(0.75));
    EXPECT_EQ(taught(3, 2), 1);
  }
}

// The template first, and a longer review.
TEST(KeepToClausesTest, TextsMayStandInAnyOrderAndBeOfAnyLength) {
  RatedTexts set = ReviewAndTemplate();
  set.texts[0].push_back(3);
  constexpr std::array<std::size_t, 2> kTurned = {1, 0};
  const SequenceBatch sequences = {
      .lengths = {3, 4}, .max_length = 4, .rows = {0, 0, 1, 1, 2, 2, -1, 3}};
  Matrix taught = Matrix::Constant(8, 2, Real(0.5));
  KeepToClauses(set, kTurned, sequences, Choice::kIndependent, &taught);
  Matrix expected = Matrix::Constant(8, 2, Real(0.5));
  expected(0, 0) = expected(2, 0) = expected(2, 1) = expected(4, 1) = 0;
  EXPECT_EQ(taught, expected);
}

}  // namespace
}  // namespace whylight
