#include "core/model/word_batch.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

TEST(WordBatchTest, ListsDistinctWordsAndLaysTextsOutByTime) {
  const WordIds first = {7, 3, 7};
  const WordIds second = {kUnknownWord};
  const WordIds* const texts[] = {&first, &second};
  const WordBatch batch = MakeWordBatch(texts);
  EXPECT_EQ(batch.words, (std::vector<std::int32_t>{kUnknownWord, 3, 7}));
  EXPECT_EQ(batch.sequences.lengths, (std::vector<Index>{3, 1}));
  constexpr std::int32_t kPad = SequenceBatch::kPadding;
  EXPECT_EQ(batch.sequences.rows,
            (std::vector<std::int32_t>{2, 0, 1, kPad, 2, kPad}));
}

TEST(WordBatchTest, EmptyTextsHaveNoRows) {
  const WordIds empty;
  const WordIds* const texts[] = {&empty};
  const WordBatch batch = MakeWordBatch(texts);
  EXPECT_TRUE(batch.words.empty());
  EXPECT_TRUE(batch.sequences.rows.empty());
  EXPECT_EQ(batch.sequences.batch(), 1);
}

}  // namespace
}  // namespace whylight
