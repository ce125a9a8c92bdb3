#include "core/explain/faithfulness.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace whylight {
namespace {

// A bias of 10, and each word adds its power of two.
std::vector<Real> AddWords(std::span<const Selection> selections) {
  std::vector<Real> scores;
  for (const Selection& selection : selections) {
    Real score = 10;
    for (std::size_t i = 0; i < selection.size(); ++i) {
      if (selection[i] != 0) score += static_cast<Real>(1 << i);
    }
    scores.push_back(score);
  }
  return scores;
}

// 1 if the first two words are both read.
std::vector<Real> NeedBoth(std::span<const Selection> selections) {
  std::vector<Real> scores;
  for (const Selection& selection : selections) {
    scores.push_back(selection[0] != 0 && selection[1] != 0 ? 1 : 0);
  }
  return scores;
}

template <typename T>
std::string MessageOf(const Result<T>& result) {
  if (result.ok()) return "";
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
  return result.error().message.substr(0, result.error().message.find(':'));
}

TEST(FaithfulnessTest, ScoresOfAnAdditiveModelAreItsSums) {
  const auto found = MeasureFaithfulness(AddWords, 4, {0, 1, 0, 1});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.value().full, 25);
  EXPECT_EQ(found.value().selection, 20);
  EXPECT_EQ(found.value().complement, 15);
  EXPECT_EQ(found.value().sufficiency(), 5);
  EXPECT_EQ(found.value().comprehensiveness(), 10);
}

TEST(FaithfulnessTest, WholeTextIsSufficientAndItsComplementReadsNothing) {
  const auto found = MeasureFaithfulness(AddWords, 3, {1, 1, 1});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.value().sufficiency(), 0);
  EXPECT_EQ(found.value().complement, 10);
}

TEST(FaithfulnessTest, LeavingAWordOutOfAnAdditiveModelGivesItsTerm) {
  const auto found = LeaveOneOut(AddWords, 4, {1, 1, 1, 1});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.value(), (std::vector<Real>{1, 2, 4, 8}));
}

TEST(FaithfulnessTest, LeaveOneOutWithinASelectionStartsFromIt) {
  const auto within = LeaveOneOut(AddWords, 4, {0, 1, 0, 1});
  ASSERT_TRUE(within.ok());
  EXPECT_EQ(within.value(), (std::vector<Real>{0, 2, 0, 8}));
  // Alone, the first word is worth nothing to leave out.
  const auto alone = LeaveOneOut(NeedBoth, 3, {1, 0, 1});
  ASSERT_TRUE(alone.ok());
  EXPECT_EQ(alone.value(), (std::vector<Real>{0, 0, 0}));
  const auto both = LeaveOneOut(NeedBoth, 3, {1, 1, 1});
  ASSERT_TRUE(both.ok());
  EXPECT_EQ(both.value(), (std::vector<Real>{1, 1, 0}));
}

TEST(FaithfulnessTest, AopcFollowsTheRanking) {
  // Words 3, 1, 2, 0 by rank.
  const auto found =
      TraceAopc(AddWords, 4, {0, 2, 1, 3}, {0.01, 0.25, 0.26, 1});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.value().selected, (std::vector<std::size_t>{1, 1, 2, 4}));
  EXPECT_EQ(found.value().sufficiency, (std::vector<Real>{7, 7, 5, 0}));
  EXPECT_EQ(found.value().comprehensiveness, (std::vector<Real>{8, 8, 10, 15}));
  EXPECT_EQ(found.value().mean_sufficiency, Real{4.75});
  EXPECT_EQ(found.value().mean_comprehensiveness, Real{10.25});
}

TEST(FaithfulnessTest, AopcTiesGoToTheWordFurtherLeft) {
  const auto found = TraceAopc(AddWords, 4, {1, 5, 5, 1}, {0.25, 0.75});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.value().comprehensiveness, (std::vector<Real>{2, 7}));
}

TEST(FaithfulnessTest, AopcBinsAreErasersAndRoundUp) {
  const std::vector<Real> ranking(100, 0);
  const auto scorer = [](std::span<const Selection> selections) {
    return std::vector<Real>(selections.size(), 0);
  };
  const auto found = TraceAopc(scorer, 100, ranking);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.value().selected,
            (std::vector<std::size_t>{1, 5, 10, 20, 50}));
  // 0.07 · 100 is a little more than 7 in binary, and still 7 words.
  const auto seven = TraceAopc(scorer, 100, ranking, {0.07, 0.071});
  ASSERT_TRUE(seven.ok());
  EXPECT_EQ(seven.value().selected, (std::vector<std::size_t>{7, 8}));
}

TEST(FaithfulnessTest, ModelIsAskedOnce) {
  int calls = 0;
  const SelectionScorer counting = [&](std::span<const Selection> selections) {
    ++calls;
    return AddWords(selections);
  };
  EXPECT_TRUE(MeasureFaithfulness(counting, 3, {1, 0, 0}).ok());
  EXPECT_TRUE(LeaveOneOut(counting, 3, {1, 1, 1}).ok());
  EXPECT_TRUE(TraceAopc(counting, 3, {1, 2, 3}).ok());
  EXPECT_EQ(calls, 3);
}

TEST(FaithfulnessTest, WhatCannotBeMeasuredIsNamed) {
  for (const Selection& bad :
       {Selection{0, 0, 0}, Selection{1, 1}, Selection{}, Selection{0, 2, 0}}) {
    EXPECT_EQ(MessageOf(MeasureFaithfulness(AddWords, 3, bad)), "selection");
    EXPECT_EQ(MessageOf(LeaveOneOut(AddWords, 3, bad)), "selection");
  }
  EXPECT_EQ(MessageOf(MeasureFaithfulness(AddWords, 0, {})), "selection");
  for (const double bin : {0.0, -0.1, 1.01}) {
    EXPECT_EQ(MessageOf(TraceAopc(AddWords, 2, {1, 2}, {0.5, bin})), "bins");
  }
  EXPECT_EQ(MessageOf(TraceAopc(AddWords, 2, {1, 2}, {})), "bins");
  EXPECT_EQ(MessageOf(TraceAopc(AddWords, 3, {1, 2})), "ranking");
  EXPECT_EQ(MessageOf(TraceAopc(AddWords, 0, {})), "ranking");
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(MessageOf(TraceAopc(AddWords, 2, {1, nan})), "ranking");
  const auto silent = [](std::span<const Selection>) {
    return std::vector<Real>{};
  };
  EXPECT_EQ(MessageOf(MeasureFaithfulness(silent, 2, {1, 0})), "scorer");
}

}  // namespace
}  // namespace whylight
