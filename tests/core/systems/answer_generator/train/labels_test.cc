#include "core/systems/answer_generator/train/labels.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

using Strings = std::vector<std::string>;
using Places = std::vector<Index>;

// The first two words can be generated, as 1 and 2.
const Strings kKnown = {"the", "was", "bar"};
const Strings kText = {"the", "bar", "was", "very", "loud", "the", "bar"};

AnswerLabels Label(const Strings& answer, bool sum_slots, Index longest = 12) {
  return LabelAnswer(
      answer, kText, Vocabulary::FromWords(kKnown).value(),
      {.generated = 2, .sum_slots = sum_slots, .longest = longest});
}

TEST(AnswerLabelsTest, EverySlotThatSpellsTheWordIsRight) {
  const AnswerLabels labels = Label({"the", "bar", "loud"}, true);
  ASSERT_EQ(labels.targets.size(), 4u);
  EXPECT_EQ(labels.targets[0].places, (Places{0, 5}));
  EXPECT_EQ(labels.targets[0].word, 1);
  EXPECT_EQ(labels.targets[1].places, (Places{1, 6}));
  EXPECT_EQ(labels.targets[1].word, -1);
  EXPECT_EQ(labels.targets[2].places, Places{4});
  // The end.
  EXPECT_TRUE(labels.targets[3].places.empty());
  EXPECT_EQ(labels.targets[3].word, AnswerGenerator::kEnd);
  EXPECT_EQ(labels.words, (WordIds{0, 2, -1}));
}

TEST(AnswerLabelsTest, WordsThatAreNowhereAreLeftOut) {
  const AnswerLabels labels = Label({"rather", "was", "noisy"}, true);
  ASSERT_EQ(labels.targets.size(), 2u);
  EXPECT_EQ(labels.targets[0].word, 2);
  EXPECT_EQ(labels.words, WordIds{1});
  EXPECT_EQ(Label({"noisy"}, true).targets.size(), 1u);
  EXPECT_EQ(Label({"noisy"}, false).targets.size(), 1u);
}

TEST(AnswerLabelsTest, OneSlotIsThatOfTheLongestRunOrOfTheList) {
  // "very loud the" is in the text; of the others "was" can be generated, and
  // "bar" is first at 1.
  const AnswerLabels labels =
      Label({"was", "very", "loud", "the", "noisy", "bar"}, false);
  ASSERT_EQ(labels.targets.size(), 6u);
  // "was very loud the" is longer still.
  EXPECT_EQ(labels.targets[0].places, Places{2});
  EXPECT_EQ(labels.targets[0].word, -1);
  EXPECT_EQ(labels.targets[3].places, Places{5});
  EXPECT_EQ(labels.targets[4].places, Places{1});
  const AnswerLabels apart = Label({"very", "loud", "was", "bar"}, false);
  EXPECT_EQ(apart.targets[1].places, Places{4});
  EXPECT_TRUE(apart.targets[2].places.empty());
  EXPECT_EQ(apart.targets[2].word, 2);
  EXPECT_EQ(apart.targets[3].places, Places{1});
}

TEST(AnswerLabelsTest, AnswersAreCut) {
  const AnswerLabels labels = Label({"the", "bar", "was"}, true, 2);
  EXPECT_EQ(labels.targets.size(), 3u);
  EXPECT_EQ(labels.words, (WordIds{0, 2}));
}

}  // namespace
}  // namespace whylight
