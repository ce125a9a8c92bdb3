#include "core/ops/viterbi.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "tests/core/ops/every_tags.h"

namespace whylight {
namespace {

constexpr double kForbidden = -std::numeric_limits<double>::infinity();

TagTransitions RandomTransitions(Index tags, const std::string& name) {
  return {RandomScores(1, tags, name + " start"),
          RandomScores(tags, tags, name + " between"),
          RandomScores(1, tags, name + " end")};
}

TEST(ViterbiTest, FindsTheBestOfAllSequences) {
  for (const Index length : {1, 2, 5}) {
    const std::string name = std::to_string(length);
    const MatrixOf<double> words = RandomScores(length, 3, "words" + name);
    const TagTransitions transitions = RandomTransitions(3, name);
    std::vector<std::int32_t> best;
    double most = kForbidden;
    VisitEveryTags(static_cast<std::size_t>(length), 3, [&](const auto& tags) {
      const double score = ScoreOfTags(words, transitions, tags);
      if (score <= most) return;
      most = score;
      best = tags;
    });
    EXPECT_EQ(BestTags(words, transitions), best) << length;
  }
}

TEST(ViterbiTest, GivesNoTagsToNoWords) {
  const TagTransitions transitions = RandomTransitions(3, "none");
  EXPECT_TRUE(BestTags(MatrixOf<double>(0, 3), transitions).empty());
  EXPECT_EQ(ScoreOfTags(MatrixOf<double>(0, 3), transitions, {}), 0);
}

TEST(ViterbiTest, NeverGivesWhatIsForbidden) {
  // Tag 2 may stand after 1 and itself alone, however much its words score.
  TagTransitions transitions = RandomTransitions(3, "rules");
  transitions.start(0, 2) = kForbidden;
  transitions.between(0, 2) = kForbidden;
  for (int seed = 0; seed < 20; ++seed) {
    MatrixOf<double> words = RandomScores(6, 3, std::to_string(seed));
    words.col(2).array() += 5;
    const std::vector<std::int32_t> best = BestTags(words, transitions);
    for (std::size_t t = 0; t < best.size(); ++t) {
      if (best[t] == 2) {
        ASSERT_TRUE(t > 0 && best[t - 1] != 0) << seed;
      }
    }
  }
}

TEST(ViterbiTest, OfEqualSequencesGivesTheFirst) {
  const TagTransitions nothing{MatrixOf<double>::Zero(1, 4),
                               MatrixOf<double>::Zero(4, 4),
                               MatrixOf<double>::Zero(1, 4)};
  EXPECT_EQ(BestTags(MatrixOf<double>::Zero(3, 4), nothing),
            (std::vector<std::int32_t>{0, 0, 0}));
}

TEST(ViterbiTest, GivesSomeTagsOfScoresThatAreNone) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const double number : {kNan, kForbidden, -kForbidden}) {
    TagTransitions transitions = RandomTransitions(3, "none");
    transitions.between.setConstant(number);
    MatrixOf<double> words = RandomScores(4, 3, "none");
    words.row(2).setConstant(number);
    const std::vector<std::int32_t> best = BestTags(words, transitions);
    ASSERT_EQ(best.size(), 4u);
    for (const std::int32_t tag : best) EXPECT_TRUE(tag >= 0 && tag < 3);
  }
}

}  // namespace
}  // namespace whylight
