#include "core/training/vectors/neighbours.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace whylight {
namespace {

WordVectors MakeVectors(std::vector<std::string> words, const Matrix& vectors) {
  WordVectors made;
  made.vocabulary = std::move(Vocabulary::FromWords(words)).value();
  made.vectors = vectors;
  return made;
}

TEST(NeighbourFinderTest, NeighboursComeByCosineNotByLength) {
  Matrix vectors(5, 2);
  vectors << 2, 0,  // a
      9, 9,         // b: 45 degrees off, long
      0.5f, 0.1f,   // c: about 11 degrees off, short
      -1, 0,        // d: the opposite
      0, 0;         // e: no direction
  const NeighbourFinder finder(MakeVectors({"a", "b", "c", "d", "e"}, vectors));
  const std::vector<Neighbour> neighbours = finder.Nearest(0, 10);
  ASSERT_EQ(neighbours.size(), 4u);
  EXPECT_EQ(neighbours[0].word, 2u);
  EXPECT_NEAR(neighbours[0].score, 0.98058, 1e-4);
  EXPECT_EQ(neighbours[1].word, 1u);
  EXPECT_NEAR(neighbours[1].score, 0.70711, 1e-4);
  EXPECT_EQ(neighbours[2].word, 4u);
  EXPECT_EQ(neighbours[2].score, 0);
  EXPECT_EQ(neighbours[3].word, 3u);
  EXPECT_EQ(finder.Nearest(0, 2).size(), 2u);
}

TEST(MeanCosineTest, IsThatOfAllPairsOfTheFirstWordsWithDirections) {
  Matrix vectors(5, 2);
  vectors << 2, 0,  // a
      9, 9,         // b: 45 degrees off
      0, 0,         // c: no direction
      0, -3,        // d: 90 degrees off a, 135 off b
      7, 0;         // e: as a
  const WordVectors words = MakeVectors({"a", "b", "c", "d", "e"}, vectors);
  EXPECT_NEAR(MeanCosine(words, 4), (0.70711 + 0 - 0.70711) / 3, 1e-4);
  EXPECT_NEAR(MeanCosine(words, 3), 0.70711, 1e-4);
  EXPECT_EQ(MeanCosine(words, 1), 0);
  EXPECT_NEAR(MeanCosine(words, 99), (1 + 0.70711) / 6, 1e-4);
}

// One axis for ale or lager, one for dark or pale; the last word is noise.
TEST(NeighbourFinderTest, AnalogiesCompleteTheParallelogram) {
  Matrix vectors(5, 3);
  vectors << 1, 1, 0,  // stout: a dark ale
      1, -1, 0,        // bitter: a pale ale
      -1, 1, 0,        // dunkel: a dark lager
      -1, -1, 0,       // helles: a pale lager
      0, 0, 1;         // chair
  const NeighbourFinder finder(
      MakeVectors({"stout", "bitter", "dunkel", "helles", "chair"}, vectors));
  const std::vector<Neighbour> sum = finder.CompleteBySum(0, 1, 2, 5);
  ASSERT_EQ(sum.size(), 2u);  // Without the three that are given.
  EXPECT_EQ(sum[0].word, 3u);
  // helles . bitter = 0, . stout = -1, . dunkel = 0.
  EXPECT_NEAR(sum[0].score, 1, 1e-6);
  EXPECT_EQ(sum[1].word, 4u);
  EXPECT_NEAR(sum[1].score, 0, 1e-6);
  const std::vector<Neighbour> product = finder.CompleteByProduct(0, 1, 2, 1);
  ASSERT_EQ(product.size(), 1u);
  EXPECT_EQ(product[0].word, 3u);
  EXPECT_NEAR(product[0].score, 0.5 * 0.5 / 0.001, 1e-2);
}

TEST(MeanOverlapTest, LooksAtWordsOfBothAlone) {
  Matrix a(4, 2);
  a << 1, 0, 1, 0.1f, 1, 0.2f, 0, 1;
  // The same without "far", in another order, with "b" turned away.
  Matrix b(3, 2);
  b << 1, 0.2f, 0, 1, 1, 0;
  const WordVectors first = MakeVectors({"a", "b", "c", "far"}, a);
  const WordVectors second = MakeVectors({"c", "b", "a"}, b);
  EXPECT_EQ(MeanOverlap(first, first, {"a", "b", "c"}, 1), 1);
  // Nearest to a: b there, c here; to c: b and a; to b: c in both.
  EXPECT_NEAR(MeanOverlap(first, second, {"a", "b", "c", "far"}, 1), 1.0 / 3,
              1e-12);
  EXPECT_EQ(MeanOverlap(first, second, {"far"}, 1), 0);
}

TEST(FindPairsTest, RanksBothWaysAndCountsWhatIsMissing) {
  Matrix vectors(4, 2);
  vectors << 1, 0, 1, 0.3f, 1, 0.4f, 0, 1;
  const PairRecall recall =
      FindPairs(MakeVectors({"a", "b", "c", "d"}, vectors),
                {{"a", "b"}, {"b", "d"}, {"a", "x"}}, 1);
  EXPECT_EQ(recall.pairs, 2u);
  EXPECT_EQ(recall.missing, 1u);
  // b is first of a's; a is second of b's; d is third of b's; b second of d's.
  EXPECT_NEAR(recall.found, 1.0 / 4, 1e-12);
  EXPECT_NEAR(recall.mean_reciprocal_rank,
              (1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 2) / 4, 1e-12);
}

}  // namespace
}  // namespace whylight
