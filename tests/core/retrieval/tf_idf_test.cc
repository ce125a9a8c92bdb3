#include "core/retrieval/tf_idf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace whylight {
namespace {

using Words = std::vector<std::string>;

const std::vector<Words> kTexts = {
    {"how", "do", "i", "brew"}, {"how", "to", "brew", "ale"}, {"ale"}};

// log((1 + N) / (1 + n)) + 1 of three texts.
double IdfOfThree(double containing) {
  return std::log(4 / (1 + containing)) + 1;
}

TfIdf MakeTfIdf(const TfIdfOptions& options) {
  TfIdf weigher = TfIdf::Make(options).value();
  for (const Words& words : kTexts) weigher.Add(words);
  return weigher;
}

TEST(TfIdfTest, WeighsWordsAsTheFormulaSays) {
  const WeightedTerms terms =
      MakeTfIdf({}).Weigh(Words{"brew", "ale", "now", "brew"});
  const double ale = IdfOfThree(2);
  const double brew = 2 * IdfOfThree(2);
  const double now = IdfOfThree(0);
  const double length = std::sqrt(ale * ale + brew * brew + now * now);
  ASSERT_EQ(terms.size(), 3u);
  EXPECT_EQ(terms[0].first, "ale");
  EXPECT_NEAR(terms[0].second, ale / length, 1e-12);
  EXPECT_EQ(terms[1].first, "brew");
  EXPECT_NEAR(terms[1].second, brew / length, 1e-12);
  EXPECT_EQ(terms[2].first, "now");
  EXPECT_NEAR(terms[2].second, now / length, 1e-12);
}

TEST(TfIdfTest, NgramsOfAllOrdersSpanStopWordsLeftOut) {
  const TfIdf weigher = MakeTfIdf({2, {"to", "do", "i"}});
  std::string all;
  for (const auto& [ngram, weight] : weigher.Weigh(kTexts[1])) {
    all += "[" + ngram + "]";
  }
  EXPECT_EQ(all, "[ale][brew][brew ale][how][how brew]");
  // "how brew" is in two texts, "brew ale" in one.
  const WeightedTerms terms = weigher.Weigh(kTexts[1]);
  EXPECT_NEAR(terms[4].second / terms[2].second, IdfOfThree(2) / IdfOfThree(1),
              1e-12);
  EXPECT_TRUE(weigher.Weigh(Words{"to", "do"}).empty());
}

TEST(TfIdfTest, TheCosineIsThatOfAllPairs) {
  const TfIdf weigher = MakeTfIdf({3, {}});
  for (const Words& a : kTexts) {
    for (const Words& b : kTexts) {
      const WeightedTerms x = weigher.Weigh(a);
      double expected = 0;
      for (const auto& [ngram, weight] : x) {
        for (const auto& [other, other_weight] : weigher.Weigh(b)) {
          if (ngram == other) expected += weight * other_weight;
        }
      }
      EXPECT_NEAR(DotProduct(x, weigher.Weigh(b)), expected, 1e-12);
    }
    EXPECT_NEAR(DotProduct(weigher.Weigh(a), weigher.Weigh(a)), 1, 1e-12);
  }
  EXPECT_EQ(DotProduct({}, weigher.Weigh(kTexts[0])), 0);
}

TEST(TfIdfTest, AnOrderOfNoWordsIsRefused) {
  EXPECT_FALSE(TfIdf::Make({0, {}}).ok());
  EXPECT_FALSE(TfIdf::Make({11, {}}).ok());
}

}  // namespace
}  // namespace whylight
