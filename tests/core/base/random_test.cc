#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace whylight {
namespace {

constexpr std::uint64_t kDraws = 100000;

TEST(CounterRandomTest, DependsOnItsKeysAndPositionOnly) {
  const CounterRandom a(1, RandomPurpose::kDropout, 2, 3);
  const CounterRandom same(1, RandomPurpose::kDropout, 2, 3);
  EXPECT_EQ(a.Bits(7), same.Bits(7));
  // Any key that differs gives other numbers; swapped keys too.
  const std::set<std::uint64_t> bits = {
      a.Bits(7),
      a.Bits(8),
      CounterRandom(2, RandomPurpose::kDropout, 2, 3).Bits(7),
      CounterRandom(1, RandomPurpose::kShuffle, 2, 3).Bits(7),
      CounterRandom(1, RandomPurpose::kDropout, 3, 2).Bits(7),
      CounterRandom(1, RandomPurpose::kDropout, 2, 4).Bits(7),
  };
  EXPECT_EQ(bits.size(), 6u);
}

TEST(CounterRandomTest, NeverChangesBetweenVersions) {
  // A seed in a model card must go on giving the same model.
  EXPECT_EQ(CounterRandom(1, RandomPurpose::kInitialise).Bits(0),
            0x817a01ddd1a5658cu);
}

TEST(CounterRandomTest, DrawsUniformNumbersInsideTheInterval) {
  const CounterRandom random(5, RandomPurpose::kInitialise);
  std::vector<int> bins(10);
  double sum = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const double u = random.Uniform(i);
    ASSERT_GT(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
    ++bins[static_cast<std::size_t>(u * 10)];
  }
  // Five standard deviations.
  EXPECT_NEAR(sum / kDraws, 0.5, 5 * std::sqrt(1.0 / 12 / kDraws));
  for (const int bin : bins) {
    EXPECT_NEAR(bin, kDraws / 10.0, 5 * std::sqrt(kDraws * 0.09));
  }
}

TEST(CounterRandomTest, DrawsWholeNumbersBelowABound) {
  const CounterRandom random(6, RandomPurpose::kNegative);
  std::vector<int> counts(7);
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const std::uint64_t number = random.Below(i, 7);
    ASSERT_LT(number, 7u);
    ++counts[static_cast<std::size_t>(number)];
  }
  for (const int count : counts) {
    EXPECT_NEAR(count, kDraws / 7.0, 5 * std::sqrt(kDraws * 6.0 / 49));
  }
  EXPECT_EQ(random.Below(0, 1), 0u);
}

TEST(CounterRandomTest, DrawsGumbelNumbers) {
  const CounterRandom random(7, RandomPurpose::kSelection);
  double sum = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const double g = random.Gumbel(i);
    ASSERT_TRUE(std::isfinite(g));
    sum += g;
  }
  // The mean is Euler's constant, the variance π²/6.
  EXPECT_NEAR(sum / kDraws, 0.5772156649, 5 * std::sqrt(1.6449 / kDraws));
}

TEST(PermutationTest, HoldsEveryNumberOnce) {
  for (const std::size_t count : {0u, 1u, 2u, 1000u}) {
    std::vector<std::size_t> order =
        Permutation(count, CounterRandom(1, RandomPurpose::kShuffle));
    std::sort(order.begin(), order.end());
    ASSERT_EQ(order.size(), count);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(order[i], i);
  }
}

TEST(PermutationTest, GivesEveryOrderTheSameChance) {
  std::vector<int> counts(6);
  for (std::uint64_t key = 0; key < 60000; ++key) {
    const std::vector<std::size_t> order =
        Permutation(3, CounterRandom(1, RandomPurpose::kShuffle, key));
    ++counts[order[0] * 2 + (order[1] > order[2] ? 1 : 0)];
  }
  for (const int count : counts) {
    EXPECT_NEAR(count, 10000, 5 * std::sqrt(60000 * 5.0 / 36));
  }
}

}  // namespace
}  // namespace whylight
