#include "core/training/metrics/answer_scores.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

TEST(AnswerScoresTest, WordsHaveNoPunctuationNorArticles) {
  EXPECT_EQ(AnswerWords("The Bar's 2nd  floor, a\tCAF\u00c9!"),
            (Strings{"bars", "2nd", "floor", "caf\u00e9"}));
  EXPECT_EQ(AnswerWords(" -- the, an. "), Strings());
  // Only whole words are articles.
  EXPECT_EQ(AnswerWords("another theme"), (Strings{"another", "theme"}));
}

TEST(AnswerScoresTest, ExactIsTheSameWords) {
  EXPECT_EQ(ScoreAnswer("the Bar!", "bar").exact, 1);
  EXPECT_EQ(ScoreAnswer("the Bar!", "bar").f1, 1);
  EXPECT_EQ(ScoreAnswer("bar loud", "loud bar").exact, 0);
  EXPECT_EQ(ScoreAnswer("bar loud", "loud bar").f1, 1);
}

TEST(AnswerScoresTest, F1CountsWordsAsOftenAsBothHaveThem) {
  // Precision 2/3, recall 2/4.
  EXPECT_DOUBLE_EQ(ScoreAnswer("so so loud", "so so it is").f1, 4.0 / 7);
  EXPECT_DOUBLE_EQ(ScoreAnswer("so so so", "so it").f1, 2.0 / 5);
  EXPECT_EQ(ScoreAnswer("quiet", "loud").f1, 0);
}

TEST(AnswerScoresTest, TheBestOfSeveralCounts) {
  const Strings right = {"very loud", "loud at night"};
  EXPECT_EQ(ScoreAnswer("Loud at night.", right).exact, 1);
  EXPECT_DOUBLE_EQ(ScoreAnswer("loud", right).f1, 2.0 / 3);
  EXPECT_EQ(ScoreAnswer("loud", Strings()).f1, 0);
}

}  // namespace
}  // namespace whylight
