#include "core/retrieval/bm25.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/retrieval/terms.h"

namespace whylight {
namespace {

using Words = std::vector<std::string>;

const std::vector<Words> kCollection = {
    {"reset", "my", "password"},
    {"the", "train", "was", "late"},
    {"my", "train", "my", "train", "my", "ticket"},
};

CollectionStatistics Counted() {
  CollectionStatistics collection;
  for (const Words& document : kCollection) collection.Add(document);
  return collection;
}

TEST(Bm25Test, CountsDocumentsAndWords) {
  const CollectionStatistics collection = Counted();
  EXPECT_EQ(collection.documents(), 3u);
  EXPECT_EQ(collection.Containing("my"), 2u);
  EXPECT_EQ(collection.Containing("tram"), 0u);
  EXPECT_NEAR(collection.MeanLength(), 13.0 / 3, 1e-12);
}

TEST(Bm25Test, IsTheFormulaTermByTerm) {
  const CollectionStatistics collection = Counted();
  const double k1 = 1.2;
  const double b = 0.75;
  const Words query = {"my", "train", "tram"};
  for (const Words& document : kCollection) {
    const Bm25Score found =
        ScoreBm25({.k1 = k1, .b = b}, collection, query, document);
    ASSERT_EQ(found.parts.size(), query.size());
    for (std::size_t i = 0; i < query.size(); ++i) {
      double containing = 0;
      for (const Words& each : kCollection) {
        containing += std::count(each.begin(), each.end(), query[i]) > 0;
      }
      const double idf =
          std::log(1 + (3 - containing + 0.5) / (containing + 0.5));
      const auto times = static_cast<double>(
          std::count(document.begin(), document.end(), query[i]));
      const double length = static_cast<double>(document.size()) / (13.0 / 3);
      EXPECT_NEAR(found.parts[i],
                  idf * times * (k1 + 1) / (times + k1 * (1 - b + b * length)),
                  1e-12);
    }
    EXPECT_NEAR(found.score,
                std::accumulate(found.parts.begin(), found.parts.end(), 0.0),
                1e-12);
  }
}

TEST(Bm25Test, NothingOfNothing) {
  EXPECT_EQ(ScoreBm25({}, CollectionStatistics(), Words{"a"}, Words{}).score,
            0);
  EXPECT_EQ(ScoreBm25({}, Counted(), Words{}, kCollection[0]).score, 0);
  EXPECT_EQ(
      ScoreBm25({.k1 = 0, .b = 0}, Counted(), Words{"tram"}, Words{"a"}).score,
      0);
}

TEST(Bm25Test, RefusesOptionsOutsideTheirRange) {
  EXPECT_TRUE(CheckBm25Options({}).ok());
  EXPECT_EQ(CheckBm25Options({.k1 = -1}).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(CheckBm25Options({.b = 1.5}).error().code,
            ErrorCode::kInvalidArgument);
}

TEST(TermsTest, AreTheTokensWithoutPunctuation) {
  std::string found;
  for (const TextTerm& term : TermsOf("Wi-Fi's (9.5) caf\u00e9 \U0001F37A!?")) {
    found += term.text + "[" + std::to_string(term.span.start) + "," +
             std::to_string(term.span.end) + ") ";
  }
  EXPECT_EQ(found,
            "wi[0,2) fi's[3,7) 9.5[9,12) caf\u00e9[14,18) "
            "\U0001F37A[19,21) ");
}

}  // namespace
}  // namespace whylight
