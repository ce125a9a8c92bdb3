#include "core/systems/tagger/bio.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

TEST(BioTest, KnowsItsTags) {
  for (const char* tag : {"O", "B-place", "I-place", "B-B-"}) {
    EXPECT_TRUE(IsBioTag(tag)) << tag;
  }
  for (const char* tag : {"", "o", "B", "B-", "I-", "E-place", "NOUN"}) {
    EXPECT_FALSE(IsBioTag(tag)) << tag;
  }
}

TEST(BioTest, ASpanGoesOnWithItsOwnLabelAlone) {
  EXPECT_TRUE(MayFollow("B-a", "I-a"));
  EXPECT_TRUE(MayFollow("I-a", "I-a"));
  EXPECT_TRUE(MayFollow("I-a", "B-b"));
  EXPECT_TRUE(MayFollow("B-a", "O"));
  EXPECT_FALSE(MayFollow("B-b", "I-a"));
  EXPECT_FALSE(MayFollow("O", "I-a"));
  EXPECT_EQ(TagThatGoesOn("B-a"), "I-a");
  EXPECT_EQ(TagThatGoesOn("I-a"), "I-a");
  EXPECT_EQ(TagThatGoesOn("O"), "O");
}

TEST(BioTest, BarriersAreWhatMayNotFollow) {
  const Strings tags = {"I-a", "O", "B-a", "B-b", "I-b"};
  const TagBarriers barriers = BarriersOfBio(tags);
  for (Index k = 0; k < 5; ++k) {
    const std::string& tag = tags[static_cast<std::size_t>(k)];
    EXPECT_EQ(barriers.start(0, k) == 0, !GoesOn(tag)) << tag;
    for (Index j = 0; j < 5; ++j) {
      EXPECT_EQ(barriers.between(j, k) == 0,
                MayFollow(tags[static_cast<std::size_t>(j)], tag))
          << tags[static_cast<std::size_t>(j)] << " " << tag;
    }
  }
}

TEST(BioTest, SpansThatCannotBeginOrGoOnAreRefused) {
  EXPECT_EQ(FindProblemOfBio({"O", "B-a", "I-a"}), "");
  EXPECT_EQ(FindProblemOfBio({"O", "NOUN"}),
            "expected \"O\", \"B-\" or \"I-\" and a label, found \"NOUN\"");
  EXPECT_EQ(FindProblemOfBio({"O", "B-a"}),
            "expected \"I-a\" beside \"B-a\", found none");
  EXPECT_EQ(FindProblemOfBio({"O", "I-a"}),
            "expected \"B-a\" beside \"I-a\", found none");
}

TEST(BioTest, RunsAreTheSpansThatTagsMark) {
  const Strings names = {"O", "B-a", "I-a", "B-b", "I-b"};
  const std::vector<LabelledRun> expected = {
      {0, 2, "a"}, {2, 3, "a"}, {4, 5, "b"}, {5, 6, "a"}, {7, 9, "b"}};
  //         a  a  a  O  b  a  O  b  b, the last two without a beginning
  EXPECT_EQ(RunsOfBio({1, 2, 1, 0, 3, 2, 0, 4, 4}, names), expected);
  EXPECT_TRUE(RunsOfBio({}, names).empty());
}

}  // namespace
}  // namespace whylight
