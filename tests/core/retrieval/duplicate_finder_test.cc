#include "core/retrieval/duplicate_finder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/core/retrieval/random_documents.h"

namespace whylight {
namespace {

std::vector<DuplicateCluster> FindDuplicates(const DocumentIndex& index,
                                             double threshold) {
  DuplicateFinder finder = DuplicateFinder::Make(index, threshold).value();
  while (!finder.done()) finder.Advance(777);
  EXPECT_EQ(finder.compared(), finder.total());
  return finder.Take();
}

TEST(DuplicateFinderTest, ClustersAreWhatPairsConnect) {
  // Directions of few, so that many are near each other, and so wide that not
  // all are compared at a time.
  constexpr std::size_t kWide = 1500;
  constexpr std::size_t kCount = 300;
  DocumentIndex index = MakeTestIndex(kWide);
  DocumentVectors vectors(kWide);
  for (std::size_t i = 0; i < kCount; ++i) {
    std::vector<float> vector = RandomVector(i % 60, kWide);
    const std::vector<float> noise = RandomVector(1000 + i, kWide);
    const float share = 0.1F * static_cast<float>(i % 7);
    for (std::size_t k = 0; k < kWide; ++k) vector[k] += share * noise[k];
    ASSERT_TRUE(index.Add({std::to_string(i), {"", ""}, {}, vector}).ok());
    vectors.Append(vector);
  }
  std::vector<std::vector<double>> cosines(kCount, std::vector<double>(kCount));
  for (std::size_t i = 0; i < kCount; ++i) {
    vectors.Cosines(vectors.MakeQuery(i), 0, cosines[i]);
  }
  ASSERT_TRUE(index.Remove("7").ok());
  for (const double threshold : {0.7, 0.85, 0.95, 1.0}) {
    // The smallest number that pairs lead to, by going on until nothing
    // changes.
    std::vector<std::size_t> group(kCount);
    for (std::size_t i = 0; i < kCount; ++i) group[i] = i;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < kCount; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          if (group[i] == group[j] || i == 7 || j == 7) continue;
          if (cosines[i][j] < threshold) continue;
          group[i] = group[j] = std::min(group[i], group[j]);
          changed = true;
        }
      }
    }
    const std::vector<DuplicateCluster> clusters =
        FindDuplicates(index, threshold);
    std::size_t in_clusters = 0;
    for (std::size_t c = 0; c < clusters.size(); ++c) {
      const std::vector<std::uint32_t>& documents = clusters[c].documents;
      ASSERT_GE(documents.size(), 2u);
      in_clusters += documents.size();
      if (c > 0) {
        ASSERT_LE(documents.size(), clusters[c - 1].documents.size());
      }
      double largest = -1;
      double smallest = 1;
      for (const std::uint32_t i : documents) {
        ASSERT_EQ(group[i], documents[0]);
        for (const std::uint32_t j : documents) {
          if (i == j) continue;
          largest = std::max(largest, cosines[i][j]);
          smallest = std::min(smallest, cosines[i][j]);
        }
      }
      EXPECT_NEAR(clusters[c].largest, largest, 1e-12);
      EXPECT_NEAR(clusters[c].smallest, smallest, 1e-12);
      EXPECT_GE(clusters[c].largest, threshold);
    }
    std::size_t expected = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      expected += std::count(group.begin(), group.end(), group[i]) > 1 ? 1 : 0;
    }
    EXPECT_EQ(in_clusters, expected);
    EXPECT_EQ(clusters.empty(), threshold > 0.99);
  }
}

TEST(DuplicateFinderTest, TheLargestGroupComesFirst) {
  DocumentIndex index = MakeTestIndex();
  const int directions[] = {1, 2, 2, 3, 1, 3, 3, 4};
  for (const int direction : directions) {
    ASSERT_TRUE(index
                    .Add({std::to_string(index.size()),
                          {"", ""},
                          {},
                          RandomVector(static_cast<std::uint64_t>(direction))})
                    .ok());
  }
  const auto clusters = FindDuplicates(index, 0.99);
  ASSERT_EQ(clusters.size(), 3u);
  EXPECT_EQ(clusters[0].documents, (std::vector<std::uint32_t>{3, 5, 6}));
  EXPECT_EQ(clusters[1].documents, (std::vector<std::uint32_t>{0, 4}));
  EXPECT_EQ(clusters[2].documents, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_NEAR(clusters[0].smallest, 1, 1e-12);
  EXPECT_TRUE(FindDuplicates(MakeTestIndex(), 0.5).empty());
}

TEST(DuplicateFinderTest, RefusesWhatItCannotDo) {
  EXPECT_FALSE(DuplicateFinder::Make(IndexOfTexts({"a"}), 0.5).ok());
  for (const double threshold : {0.0, -1.0, 1.1, std::nan("")}) {
    EXPECT_FALSE(DuplicateFinder::Make(MakeTestIndex(), threshold).ok());
  }
}

}  // namespace
}  // namespace whylight
