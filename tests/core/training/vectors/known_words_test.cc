#include "core/training/vectors/known_words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace whylight {
namespace {

class KnownWordsTest : public testing::Test {
 protected:
  const std::string path_ = "a.txt";
  const std::vector<std::string> words_ = {"b", "c", "a", "d"};
  const std::vector<std::uint64_t> counts_ = {3, 2, 2, 1};
  const WordCounts file_ = {path_, words_, counts_};
};

TEST_F(KnownWordsTest, FrequentWordsComeFirst) {
  const auto words = [&](std::uint64_t min_count, std::size_t most) {
    return FrequentWords(file_, min_count, most).value().Serialize();
  };
  EXPECT_EQ(words(1, 0), "b\na\nc\nd\n");
  EXPECT_EQ(words(2, 0), "b\na\nc\n");
  EXPECT_EQ(words(1, 2), "b\na\n");
  EXPECT_EQ(FrequentWords(file_, 4, 0).error().message,
            "a.txt: expected words that occur at least 4 times, found none");
}

TEST_F(KnownWordsTest, RandomVectorsHaveTheWantedLength) {
  for (const bool each : {false, true}) {
    const auto known = FindKnownWords({.vectors = {},
                                       .dimensions = 5,
                                       .min_count = 2,
                                       .vector_length = 3,
                                       .unit_vectors = each},
                                      "c.json", 7, file_);
    ASSERT_TRUE(known.ok()) << known.error().message;
    EXPECT_EQ(known.value().vocabulary.size(), 3u);
    const auto lengths = known.value().vectors.rowwise().norm().eval();
    EXPECT_NEAR(lengths.mean(), 3, 1e-5);
    EXPECT_EQ((lengths.array() - 3).abs().maxCoeff() < 1e-5, each);
  }
}

}  // namespace
}  // namespace whylight
