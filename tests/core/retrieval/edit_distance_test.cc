#include "core/retrieval/edit_distance.h"

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/core/retrieval/reference_distance.h"

namespace whylight {
namespace {

std::size_t DistanceWithin(std::size_t most, const std::u32string& a,
                           const std::u32string& b) {
  EditDistance distance(a, most);
  for (const char32_t letter : b) distance.Push(letter);
  return distance.Distance();
}

TEST(EditDistanceTest, CountsEditsAndSwaps) {
  EXPECT_EQ(DistanceWithin(2, U"foam", U"foam"), 0u);
  EXPECT_EQ(DistanceWithin(2, U"foam", U"foma"), 1u);
  EXPECT_EQ(DistanceWithin(2, U"foam", U"foams"), 1u);
  EXPECT_EQ(DistanceWithin(2, U"foam", U"fam"), 1u);
  EXPECT_EQ(DistanceWithin(2, U"foam", U"form"), 1u);
  EXPECT_EQ(DistanceWithin(2, U"ca", U"abc"), 3u);
  EXPECT_EQ(DistanceWithin(2, U"", U"ab"), 2u);
  EXPECT_EQ(DistanceWithin(2, U"ab", U""), 2u);
  EXPECT_EQ(DistanceWithin(1, U"ab", U""), 2u);
}

TEST(EditDistanceTest, EqualsTheWholeTable) {
  const CounterRandom random(1, RandomPurpose::kSample);
  std::uint64_t next = 0;
  const auto word = [&] {
    std::u32string letters;
    for (std::uint64_t left = random.Below(next++, 8); left > 0; --left) {
      letters.push_back(static_cast<char32_t>('a' + random.Below(next++, 3)));
    }
    return letters;
  };
  for (int i = 0; i < 20000; ++i) {
    const std::u32string a = word();
    const std::u32string b = word();
    for (const std::size_t most : {1u, 2u}) {
      const std::size_t expected = std::min(ReferenceDistance(a, b), most + 1);
      ASSERT_EQ(DistanceWithin(most, a, b), expected);
    }
  }
}

TEST(EditDistanceTest, WordsShareTheirFirstLetters) {
  EditDistance distance(U"stout", 2);
  for (const char32_t letter : std::u32string(U"stuot")) distance.Push(letter);
  EXPECT_EQ(distance.Distance(), 1u);
  distance.Truncate(2);
  EXPECT_EQ(distance.other(), U"st");
  for (const char32_t letter : std::u32string(U"oot")) distance.Push(letter);
  EXPECT_EQ(distance.Distance(), 1u);
  EXPECT_FALSE(distance.Hopeless());
  distance.Truncate(0);
  for (const char32_t letter : std::u32string(U"abc")) distance.Push(letter);
  EXPECT_TRUE(distance.Hopeless());
}

TEST(EditDistanceTest, LongWordsTakeLinearTime) {
  const std::u32string word(300000, U'a');
  std::u32string other = word;
  other[1000] = U'b';
  EXPECT_EQ(DistanceWithin(2, word, other), 1u);
}

}  // namespace
}  // namespace whylight
