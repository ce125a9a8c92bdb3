#include "core/retrieval/bm25.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace whylight {
namespace {

using Tokens = std::vector<std::string>;

const std::vector<Tokens> kBeers = {
    {"dark", "roasted", "stout"},
    {"pale", "ale", "pale", "and", "dry"},
    {"dark", "ale"},
    {},
};

CollectionStatistics StatisticsOf(const std::vector<Tokens>& documents) {
  CollectionStatistics statistics;
  for (const Tokens& tokens : documents) statistics.Add(tokens);
  return statistics;
}

TEST(Bm25Test, CountsDocumentsNotOccurrences) {
  const CollectionStatistics statistics = StatisticsOf(kBeers);
  EXPECT_EQ(statistics.documents(), 4u);
  EXPECT_EQ(statistics.Containing("pale"), 1u);
  EXPECT_EQ(statistics.Containing("dark"), 2u);
  EXPECT_EQ(statistics.Containing("hops"), 0u);
  EXPECT_DOUBLE_EQ(statistics.MeanLength(), 2.5);
  EXPECT_EQ(CollectionStatistics().MeanLength(), 0);
}

TEST(Bm25Test, EqualsTheFormulaWrittenOut) {
  const CollectionStatistics statistics = StatisticsOf(kBeers);
  // pale: in 1 of 4 documents, twice in one of 5 words where the mean is 2.5.
  const double pale = std::log(1 + 3.5 / 1.5) * 2 * 2.2 /
                      (2 + 1.2 * (1 - 0.75 + 0.75 * 5 / 2.5));
  const double ale = std::log(1 + 2.5 / 2.5) * 1 * 2.2 /
                     (1 + 1.2 * (1 - 0.75 + 0.75 * 5 / 2.5));
  const Bm25Score score =
      ScoreBm25({}, statistics, Tokens{"ale", "hops", "pale"}, kBeers[1]);
  ASSERT_EQ(score.parts.size(), 3u);
  EXPECT_NEAR(score.parts[0], ale, 1e-12);
  EXPECT_EQ(score.parts[1], 0);
  EXPECT_NEAR(score.parts[2], pale, 1e-12);
  EXPECT_NEAR(score.score, ale + pale, 1e-12);
}

TEST(Bm25Test, PartsAddUpAndRepeatedTermsCountAgain) {
  const CollectionStatistics statistics = StatisticsOf(kBeers);
  for (const Tokens& document : kBeers) {
    const Bm25Score once =
        ScoreBm25({2, 0.3}, statistics, Tokens{"dark", "ale"}, document);
    const Bm25Score twice = ScoreBm25({2, 0.3}, statistics,
                                      Tokens{"dark", "ale", "dark"}, document);
    EXPECT_DOUBLE_EQ(
        std::accumulate(twice.parts.begin(), twice.parts.end(), 0.0),
        twice.score);
    EXPECT_DOUBLE_EQ(twice.score, once.score + once.parts[0]);
  }
}

TEST(Bm25Test, NoCollectionAndNoSaturationAreNoTrouble) {
  EXPECT_EQ(ScoreBm25({}, {}, Tokens{"a"}, {}).score, 0);
  EXPECT_GT(ScoreBm25({}, {}, Tokens{"a"}, Tokens{"a"}).score, 0);
  // With k1 = 0 a term is there or not.
  const CollectionStatistics statistics = StatisticsOf(kBeers);
  EXPECT_DOUBLE_EQ(
      ScoreBm25({0, 1}, statistics, Tokens{"pale"}, kBeers[1]).score,
      Bm25Idf(4, 1));
}

TEST(Bm25Test, OptionsOutsideTheirRangeAreNamed) {
  EXPECT_TRUE(CheckBm25Options({}).ok());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Bm25Options& options :
       {Bm25Options{-1, 0.5}, Bm25Options{nan, 0.5}}) {
    const Status checked = CheckBm25Options(options);
    ASSERT_FALSE(checked.ok());
    EXPECT_EQ(checked.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(checked.error().message.find("k1"), std::string::npos);
  }
  EXPECT_FALSE(CheckBm25Options({1, 1.5}).ok());
}

}  // namespace
}  // namespace whylight
