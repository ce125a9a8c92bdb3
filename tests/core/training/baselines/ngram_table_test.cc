#include "core/training/baselines/ngram_table.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

const Vocabulary& Words() {
  static const Vocabulary words =
      Vocabulary::FromWords({"a", "b", "c"}).value();
  return words;
}

std::vector<std::string> Texts(const NgramTable& table, const NgramIds& ids) {
  std::vector<std::string> texts;
  for (const std::int32_t id : ids) texts.push_back(table.Text(id, Words()));
  return texts;
}

TEST(NgramTableTest, FindsEveryRunOfWordsOnce) {
  const NgramTable table({{0, 1, 0, 1}}, 2);
  EXPECT_EQ(Texts(table, table.Find({0, 1, 0, 1})),
            (std::vector<std::string>{"a", "a b", "b", "b a"}));
  EXPECT_EQ(table.size(), 4U);
}

TEST(NgramTableTest, CountsTheTextsAnNgramIsIn) {
  const NgramTable table({{0, 1, 0, 1}, {2, 0}}, 3);
  const NgramIds a = table.Find({0});
  ASSERT_EQ(a.size(), 1U);
  EXPECT_EQ(table.texts(a[0]), 2U);
  EXPECT_EQ(table.words(a[0]), 1);
  const NgramIds all = table.Find({0, 1, 0});
  EXPECT_EQ(table.Text(all[2], Words()), "a b a");
  EXPECT_EQ(table.texts(all[2]), 1U);
  EXPECT_EQ(table.words(all[2]), 3);
}

TEST(NgramTableTest, PassesOverWhatItDoesNotKnow) {
  const NgramTable table({{0, 1}}, 2);
  EXPECT_TRUE(table.Find({2}).empty());
  EXPECT_TRUE(table.Find({}).empty());
  EXPECT_EQ(Texts(table, table.Find({0, -1, 1})),
            (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace whylight
