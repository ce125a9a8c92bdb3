#include "core/systems/questions/train/pretraining_stage.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

TEST(MakePairsTest, MakesEachKind) {
  const RankedQueries queries{
      "file",
      {{{1, 2, 3, 4}, 2}, {{5, 6}, 2}, {{7}, 1}, {{}, 0}},
      {{.query = 0, .candidates = {1, 2, 3}, .relevant = {1, 0, 1}}}};
  const auto pairs = [&](PretrainingPairs kind) {
    std::vector<std::pair<WordIds, WordIds>> found;
    for (const DecodedPair& pair : MakePairs(queries, {kind}, 100)) {
      found.emplace_back(pair.context.ids, pair.target);
    }
    return found;
  };
  using Pairs = std::vector<std::pair<WordIds, WordIds>>;
  EXPECT_EQ(pairs(PretrainingPairs::kText),
            (Pairs{{{1, 2, 3, 4}, {1, 2}}, {{5, 6}, {5, 6}}, {{7}, {7}}}));
  EXPECT_EQ(pairs(PretrainingPairs::kBody), (Pairs{{{3, 4}, {1, 2}}}));
  EXPECT_EQ(pairs(PretrainingPairs::kQuestion),
            (Pairs{{{1, 2, 3, 4}, {5, 6}}, {{5, 6}, {1, 2}}}));
  EXPECT_EQ(MakePairs(queries, {PretrainingPairs::kText}, 1).front().target,
            WordIds{1});
}

TEST(DecodedWordsTest, AreTheMostFrequentOnes) {
  const WordIds first = {9, 4, 9, kUnknownWord};
  const WordIds second = {4, 2, 7, 9};
  const DecodedWords words({&first, &second}, 3);
  EXPECT_EQ(words.size(), 5);
  EXPECT_EQ(words.Find(2), 0);
  EXPECT_EQ(words.Find(4), 1);
  EXPECT_EQ(words.Find(9), 2);
  EXPECT_EQ(words.end(), 3);
  for (const std::int32_t other : {7, 100, kUnknownWord}) {
    EXPECT_EQ(words.Find(other), 4);
  }
}

}  // namespace
}  // namespace whylight
