#include "core/inference/rcnn_states.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "core/inference/rcnn_batch.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kHidden = 6;
constexpr Index kOrder = 2;

RcnnCell Cell() {
  return {kHidden, kOrder, MakeFloatWeight(RandomMatrix(kHidden, kHidden, "U")),
          RandomMatrix(1, kHidden, "b").row(0)};
}

// The inputs of `count` different words, one row per word.
Matrix Table(Index count) {
  return RandomMatrix(count, (kOrder + 1) * kHidden, "words");
}

WordRows Rows(const Matrix& table, const std::vector<Index>& words) {
  WordRows rows;
  for (const Index word : words) rows.push_back(table.row(word).data());
  return rows;
}

std::vector<Index> EveryWord(Index count) {
  std::vector<Index> words;
  for (Index i = 0; i < count; ++i) words.push_back(i);
  return words;
}

void ExpectStatesOfAFullRun(const RcnnStates& states, const WordRows& rows) {
  RcnnCell cell = Cell();
  const Matrix expected = ReadBatch(cell, {&rows, 1}, Direction::kForward);
  ASSERT_EQ(states.size(), expected.rows());
  for (Index t = 0; t < expected.rows(); ++t) {
    EXPECT_TRUE(std::equal(states.state(t), states.state(t) + kHidden,
                           expected.row(t).data()))
        << t;
  }
}

TEST(RcnnStatesTest, ReadsOnlyWhatAChangeReaches) {
  const Matrix table = Table(301);
  RcnnCell cell = Cell();
  RcnnStates states;
  std::vector<Index> words = EveryWord(300);
  const RcnnStates::Range all = states.Read(cell, Rows(table, words), 0, 0);
  EXPECT_EQ(all.from, 0);
  EXPECT_EQ(all.to, 300);

  words[100] = 300;
  const WordRows rows = Rows(table, words);
  const RcnnStates::Range changed = states.Read(cell, rows, 100, 199);
  EXPECT_EQ(changed.from, 100);
  // Half of what is remembered is lost at a word, so a float forgets the
  // change in some dozens.
  EXPECT_GT(changed.to, 101);
  EXPECT_LT(changed.to, 250);
  ExpectStatesOfAFullRun(states, rows);
}

TEST(RcnnStatesTest, SameTextIsNotReadAgain) {
  const Matrix table = Table(10);
  RcnnCell cell = Cell();
  RcnnStates states;
  const WordRows rows = Rows(table, EveryWord(10));
  states.Read(cell, rows, 0, 0);
  const RcnnStates::Range changed = states.Read(cell, rows, 10, 0);
  EXPECT_EQ(changed.from, changed.to);
  ExpectStatesOfAFullRun(states, rows);
}

TEST(RcnnStatesTest, WordsAreCutOffAndAdded) {
  const Matrix table = Table(20);
  RcnnCell cell = Cell();
  RcnnStates states;
  states.Read(cell, Rows(table, EveryWord(20)), 0, 0);
  const WordRows shorter = Rows(table, EveryWord(8));
  states.Read(cell, shorter, 8, 0);
  ExpectStatesOfAFullRun(states, shorter);

  std::vector<Index> words = EveryWord(8);
  words.insert(words.begin(), 15);
  const WordRows longer = Rows(table, words);
  states.Read(cell, longer, 0, 8);
  ExpectStatesOfAFullRun(states, longer);

  states.Read(cell, {}, 0, 0);
  EXPECT_EQ(states.size(), 0);
}

TEST(RcnnStatesTest, TextsTakeThePlaceOfTheLast) {
  const Matrix table = Table(100);
  RcnnCell cell = Cell();
  RcnnStates states;
  std::vector<Index> words = EveryWord(90);
  states.Read(cell, Rows(table, words), 0, 0);
  const auto places = [&] {
    std::vector<const Real*> of;
    for (Index t = 0; t < states.size(); ++t) of.push_back(states.state(t));
    return of;
  };
  const std::vector<const Real*> first = places();
  std::reverse(words.begin(), words.end());
  states.Read(cell, Rows(table, words), 0, 0);
  EXPECT_EQ(places(), first);

  // An edit takes one place more, while it compares.
  std::set<const Real*> taken(first.begin(), first.end());
  for (Index edit = 0; edit < 10; ++edit) {
    words[static_cast<std::size_t>(edit * 8)] = 90 + edit;
    const WordRows rows = Rows(table, words);
    states.Read(cell, rows, edit * 8, 89 - edit * 8);
    ExpectStatesOfAFullRun(states, rows);
    const std::vector<const Real*> now = places();
    taken.insert(now.begin(), now.end());
  }
  EXPECT_LE(taken.size(), 91u);
}

}  // namespace
}  // namespace whylight
