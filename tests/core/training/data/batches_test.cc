#include "core/training/data/batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace whylight {
namespace {

using Batches = std::vector<std::vector<std::size_t>>;

// Texts of many lengths, in no order.
std::vector<WordIds> SomeTexts(std::size_t count) {
  std::vector<WordIds> texts(count);
  for (std::size_t i = 0; i < count; ++i) texts[i].resize((i * 37) % 100);
  return texts;
}

std::vector<std::size_t> EveryThird(std::size_t count) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < count; i += 3) rows.push_back(i);
  return rows;
}

TEST(LengthBatchesTest, HoldEveryRowOnceInAnyEpoch) {
  const auto texts = SomeTexts(1000);
  for (const std::size_t count : {0u, 1u, 7u, 20u, 21u, 1000u}) {
    const std::vector<std::size_t> rows = EveryThird(count);
    for (const std::size_t batch : {1u, 7u, 20u, 5000u}) {
      for (const std::uint64_t epoch : {0u, 1u, 2u}) {
        std::multiset<std::size_t> seen;
        std::size_t smaller = 0;
        for (const auto& one :
             LengthBatches(rows, LengthsOf(texts), batch, 1, epoch)) {
          ASSERT_FALSE(one.empty());
          ASSERT_LE(one.size(), batch);
          smaller += one.size() < batch ? 1 : 0;
          seen.insert(one.begin(), one.end());
        }
        EXPECT_EQ(seen, std::multiset<std::size_t>(rows.begin(), rows.end()));
        EXPECT_LE(smaller, 1u);
      }
    }
  }
}

TEST(LengthBatchesTest, HoldTextsOfLikeLength) {
  const auto texts = SomeTexts(3000);
  const auto spread = [&](const Batches& batches) {
    double sum = 0;
    for (const auto& batch : batches) {
      std::size_t shortest = 100;
      std::size_t longest = 0;
      for (const std::size_t row : batch) {
        shortest = std::min(shortest, texts[row].size());
        longest = std::max(longest, texts[row].size());
      }
      sum += static_cast<double>(longest - shortest);
    }
    return sum / static_cast<double>(batches.size());
  };
  // Of 20 texts at random the lengths would be about 90 apart.
  EXPECT_LT(spread(LengthBatches(EveryThird(3000), LengthsOf(texts), 20, 1, 0)),
            15);
}

TEST(LengthBatchesTest, DoNotComeInTheOrderOfTheirLength) {
  const auto texts = SomeTexts(3000);
  const auto batches =
      LengthBatches(EveryThird(3000), LengthsOf(texts), 20, 1, 0);
  const auto by_length = [&](const auto& left, const auto& right) {
    return texts[left.front()].size() < texts[right.front()].size();
  };
  EXPECT_FALSE(std::is_sorted(batches.begin(), batches.end(), by_length));
}

TEST(LengthBatchesTest, AreDrawnAnewForEveryEpochAndTheSameForTheSameSeed) {
  const auto texts = SomeTexts(3000);
  const std::vector<std::size_t> rows = EveryThird(3000);
  std::set<Batches> drawn;
  std::set<Batches> memberships;  // Whatever the order of the batches.
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    for (std::uint64_t epoch = 0; epoch < 5; ++epoch) {
      Batches batches = LengthBatches(rows, LengthsOf(texts), 16, seed, epoch);
      EXPECT_EQ(batches,
                LengthBatches(rows, LengthsOf(texts), 16, seed, epoch));
      drawn.insert(batches);
      for (auto& batch : batches) std::sort(batch.begin(), batch.end());
      std::sort(batches.begin(), batches.end());
      memberships.insert(batches);
    }
  }
  EXPECT_EQ(drawn.size(), 10u);
  EXPECT_EQ(memberships.size(), 10u);
}

TEST(LengthBatchesTest, AreTheSameFromVersionToVersion) {
  const std::vector<WordIds> texts = SomeTexts(9);
  EXPECT_EQ(
      LengthBatches({0, 1, 2, 3, 4, 5, 6, 7, 8}, LengthsOf(texts), 4, 1, 0),
      (Batches{{8}, {0, 3, 6, 1}, {4, 7, 2, 5}}));
  EXPECT_EQ(LengthBatches(LengthsOf(texts), 4, 1, 0),
            (Batches{{8}, {0, 3, 6, 1}, {4, 7, 2, 5}}));
}

}  // namespace
}  // namespace whylight
