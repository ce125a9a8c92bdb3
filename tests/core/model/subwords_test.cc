#include "core/model/subwords.h"

#include <gtest/gtest.h>

#include <set>

namespace whylight {
namespace {

TEST(SubwordsTest, AreTheNgramsBetweenAngleBrackets) {
  // "<pié>" has 3 of three characters, 2 of four and 1 of five.
  EXPECT_EQ(Subwords("pi\u00e9", {.buckets = 1 << 20}).size(), 6u);
  // One that is shorter than all of them stands for itself.
  EXPECT_EQ(Subwords("", {.buckets = 16}).size(), 1u);
}

TEST(SubwordsTest, MisspeltWordsShareMostOfThem) {
  const SubwordOptions options{.buckets = 1 << 20};
  const WordIds right = Subwords("password", options);
  const WordIds wrong = Subwords("pasword", options);
  const std::set<std::int32_t> known(right.begin(), right.end());
  std::size_t shared = 0;
  for (const std::int32_t row : wrong) shared += known.count(row);
  EXPECT_GT(2 * shared, wrong.size());
}

TEST(UnknownWordsTest, AreNumberedAfterTheVocabularyAsTheyTurnUp) {
  const Vocabulary vocabulary = Vocabulary::FromWords({"the", "key"}).value();
  UnknownWords unknown({.buckets = 64});
  EXPECT_EQ(unknown.Find(vocabulary, Tokenize("The kee opens the loc")),
            (WordIds{0, 2, 3, 0, 4}));
  EXPECT_EQ(unknown.Find(vocabulary, Tokenize("loc key")), (WordIds{4, 1}));
  EXPECT_EQ(unknown.size(), 3u);
  EXPECT_EQ(unknown.subwords(0), Subwords("kee", {.buckets = 64}));
}

TEST(UnknownWordsTest, HaveNoNumbersWithoutSubwords) {
  const Vocabulary vocabulary = Vocabulary::FromWords({"the"}).value();
  UnknownWords unknown({});
  EXPECT_EQ(unknown.Find(vocabulary, Tokenize("the key")),
            (WordIds{0, kUnknownWord}));
}

TEST(SubwordVectorTest, IsTheMeanOfItsRows) {
  const Matrix table{{1, 2}, {3, 4}, {5, 9}};
  EXPECT_TRUE(SubwordVector(table, {0, 2, 2})
                  .isApprox(RowVector{{Real(11) / 3, Real(20) / 3}}));
}

}  // namespace
}  // namespace whylight
