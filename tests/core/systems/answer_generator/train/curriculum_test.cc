#include "core/systems/answer_generator/train/curriculum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/random.h"
#include "core/format/fields.h"

namespace whylight {
namespace {

using Strings = std::vector<std::string>;
using Numbers = std::vector<std::size_t>;

std::size_t CountHard(const Curriculum& curriculum, std::size_t examples) {
  std::size_t hard = 0;
  for (std::size_t i = 0; i < examples; ++i) hard += curriculum.IsHard(i);
  return hard;
}

TEST(CurriculumTest, ExamplesBecomeHardWhileDevDoesNotGetBetter) {
  Curriculum curriculum({.chunks = {10, 20}, .swap = 0.25}, 8, 3);
  const std::size_t first = curriculum.turn();
  EXPECT_EQ(CountHard(curriculum, 8), 0u);
  // Better, better, the same, worse, better, worse, worse.
  const std::vector<std::pair<double, std::size_t>> script = {
      {0, 0}, {0.2, 0}, {0.2, 2}, {0.1, 4}, {0.3, 4}, {0.2, 6}, {0.3, 8}};
  std::set<std::size_t> before;
  for (const auto& [score, hard] : script) {
    curriculum.Observe(score);
    EXPECT_EQ(CountHard(curriculum, 8), hard);
    EXPECT_EQ(curriculum.hard(), hard);
    EXPECT_EQ(curriculum.turn(), first);
    // What is hard stays so.
    for (const std::size_t i : before) EXPECT_TRUE(curriculum.IsHard(i));
    for (std::size_t i = 0; i < 8; ++i) {
      if (curriculum.IsHard(i)) before.insert(i);
    }
  }
  // All are hard: the other size, with easy ones again.
  curriculum.Observe(0.1);
  EXPECT_EQ(curriculum.turn(), 1 - first);
  EXPECT_EQ(curriculum.hard(), 0u);
  for (const std::size_t hard : {2, 4, 6, 8, 8, 8}) {
    curriculum.Observe(0.3);
    EXPECT_EQ(curriculum.hard(), hard);
    EXPECT_EQ(curriculum.turn(), 1 - first);
  }
}

TEST(CurriculumTest, SharesNeedNotDivideTheExamples) {
  Curriculum curriculum({.chunks = {5}, .swap = 0.4}, 7, 1);
  for (const std::size_t hard : {0, 3, 6, 7, 7}) {
    curriculum.Observe(0.5);
    EXPECT_EQ(curriculum.hard(), hard);
  }
  // A share below one example still comes to its end.
  Curriculum slow({.chunks = {5}, .swap = 0.05}, 2, 1);
  for (int i = 0; i < 21; ++i) slow.Observe(0);
  EXPECT_EQ(slow.hard(), 2u);
}

TEST(CurriculumTest, GoesOnFromItsState) {
  Curriculum one({.chunks = {10, 20, 30}, .swap = 0.5}, 6, 2);
  for (int i = 0; i < 5; ++i) one.Observe(0.1);
  Curriculum other({.chunks = {10, 20, 30}, .swap = 0.5}, 6, 2);
  other.state().value = one.state().value;
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(other.turn(), one.turn());
    for (std::size_t k = 0; k < 6; ++k) {
      EXPECT_EQ(other.IsHard(k), one.IsHard(k));
    }
    one.Observe(0.1);
    other.Observe(0.1);
  }
}

TEST(CurriculumTest, EachSizeHasItsTurnOnce) {
  Curriculum curriculum({.chunks = {1, 2, 3, 4}, .swap = 1}, 3, 9);
  std::vector<std::size_t> turns;
  curriculum.Observe(0.1);
  for (int i = 0; i < 8; ++i) {
    if (turns.empty() || turns.back() != curriculum.turn()) {
      turns.push_back(curriculum.turn());
    }
    curriculum.Observe(0.1);
  }
  EXPECT_EQ(turns.size(), 4u);
  EXPECT_EQ(std::set(turns.begin(), turns.end()).size(), 4u);
}

TEST(CurriculumTest, ItsOrderIsNotThatOfTheBatches) {
  // Batches of one example, all as long: their order is drawn alone.
  constexpr std::size_t kCount = 20;
  std::vector<double> chunks;
  for (std::size_t i = 0; i < kCount; ++i) chunks.push_back(double(i + 1));
  const auto batches = [](std::uint64_t key) {
    return Permutation(kCount, {5, RandomPurpose::kShuffle, 0, key});
  };
  Curriculum curriculum({.chunks = chunks, .swap = 1}, kCount, 5);
  curriculum.Observe(0);
  std::vector<std::size_t> turns = {curriculum.turn()};
  while (turns.size() < kCount) {
    curriculum.Observe(0);
    if (curriculum.turn() != turns.back()) turns.push_back(curriculum.turn());
  }
  // LengthBatches draws by these keys (core/training/data/batches.cc).
  EXPECT_NE(turns, batches(0));
  EXPECT_NE(turns, batches(1));
}

TEST(ExcerptFinderTest, FindsTheChunksNearestToAQuery) {
  const Strings text = {"we",  "came", "late", "and",  "the", "bar",
                        "was", "loud", "the",  "room", "was", "big"};
  ExcerptFinder finder;
  finder.Add(text);
  finder.Add({"we", "and", "the", "was"});
  EXPECT_EQ(finder.Find(text, {"bar", "loud"}, 2, 4), (Numbers{4, 5, 6, 7}));
  EXPECT_EQ(finder.Find(text, {"room"}, 2, 2), (Numbers{8, 9}));
  // In the order of the text; of what fits nothing, the first.
  EXPECT_EQ(finder.Find(text, {"room", "came", "room"}, 2, 4),
            (Numbers{0, 1, 8, 9}));
  EXPECT_EQ(finder.Find(text, {"sea"}, 3, 3), (Numbers{0, 1, 2}));
  // At least one chunk, and no more than there are.
  EXPECT_EQ(finder.Find(text, {"big"}, 5, 3), (Numbers{10, 11}));
  EXPECT_EQ(finder.Find(text, {"big"}, 5, 100).size(), 12u);
}

TEST(CurriculumOptionsTest, ChunksAreWholeNumbers) {
  CurriculumOptions options;
  const auto read = [&](const char* json) {
    return CurriculumFields().Read(nlohmann::json::parse(json), "c", &options);
  };
  EXPECT_TRUE(read(R"({"chunks": [10, 20], "words": 30})").ok());
  EXPECT_EQ(read(R"({"chunks": [1.5]})").error().message,
            "c: \"chunks\": expected whole numbers, found others");
  EXPECT_FALSE(read(R"({"chunks": [0]})").ok());
  EXPECT_FALSE(read(R"({"swap": 0})").ok());
}

}  // namespace
}  // namespace whylight
