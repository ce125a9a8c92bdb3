// TF-IDF and soft cosine against their formulas.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/retrieval/soft_cosine.h"
#include "core/retrieval/tf_idf.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using Words = std::vector<std::string>;

const std::vector<Words> kTexts = {
    {"reset", "my", "password"},
    {"my", "train", "was", "late"},
    {"my", "train", "my", "train", "ticket"},
};

TfIdf Counted(const TfIdfOptions& options) {
  TfIdf counted = TfIdf::Make(options).value();
  for (const Words& text : kTexts) counted.Add(text);
  return counted;
}

TEST(TfIdfTest, WeighsByOccurrencesAndRarity) {
  const TfIdf counted = Counted({});
  const WeightedTerms terms = counted.Weigh(Words{"train", "my", "train"});
  ASSERT_EQ(terms.size(), 2u);
  const double my = 1 * (std::log(4.0 / 4) + 1);
  const double train = 2 * (std::log(4.0 / 3) + 1);
  const double length = std::hypot(my, train);
  EXPECT_EQ(terms[0].first, "my");
  EXPECT_NEAR(terms[0].second, my / length, 1e-12);
  EXPECT_EQ(terms[1].first, "train");
  EXPECT_NEAR(terms[1].second, train / length, 1e-12);
  EXPECT_NEAR(DotProduct(terms, terms), 1, 1e-12);
  EXPECT_EQ(DotProduct(terms, counted.Weigh(Words{"tram"})), 0);
}

TEST(TfIdfTest, NgramsStepOverStopWords) {
  const TfIdf counted = Counted({.order = 2, .stop_words = {"was"}});
  const WeightedTerms terms = counted.Weigh(Words{"train", "was", "late"});
  std::vector<std::string> ngrams;
  for (const auto& [ngram, weight] : terms) ngrams.push_back(ngram);
  EXPECT_EQ(ngrams, (Words{"late", "train", "train late"}));
  EXPECT_TRUE(counted.Weigh(Words{"was"}).empty());
}

TEST(TfIdfTest, RefusesNgramsOfNoWords) {
  EXPECT_FALSE(TfIdf::Make({.order = 0, .stop_words = {}}).ok());
}

// x'My / (sqrt(x'Mx) sqrt(y'My)) with M_ij = max(0, cos)^2, by the definition.
TEST(SoftCosineTest, IsTheFormula) {
  std::map<std::string, RowVector> vectors;
  for (const Words& text : kTexts) {
    for (const std::string& word : text) {
      if (word == "late") continue;
      vectors[word] = RandomMatrix(1, 5, word).row(0);
    }
  }
  const TfIdf counted = Counted({});
  const auto product = [&](const WeightedTerms& x, const WeightedTerms& y) {
    double sum = 0;
    for (const auto& [a, weight_a] : x) {
      for (const auto& [b, weight_b] : y) {
        double alike = a == b ? 1 : 0;
        if (a != b && vectors.contains(a) && vectors.contains(b)) {
          const double cosine = static_cast<double>(
              vectors[a].normalized().dot(vectors[b].normalized()));
          alike = std::pow(std::max(0.0, cosine), 2);
        }
        sum += weight_a * weight_b * alike;
      }
    }
    return sum;
  };
  const auto find = [&](std::string_view word) -> std::span<const Real> {
    const auto found = vectors.find(std::string(word));
    if (found == vectors.end()) return {};
    return {found->second.data(),
            static_cast<std::size_t>(found->second.size())};
  };
  for (const Words& a : kTexts) {
    for (const Words& b : kTexts) {
      const WeightedTerms x = counted.Weigh(a);
      const WeightedTerms y = counted.Weigh(b);
      EXPECT_NEAR(SoftCosine(MakeSoftText(x, find), MakeSoftText(y, find)),
                  product(x, y) / std::sqrt(product(x, x) * product(y, y)),
                  1e-5);
    }
  }
}

TEST(SoftCosineTest, WithoutVectorsItIsTheCosineAndOfNothingZero) {
  const TfIdf counted = Counted({});
  const auto none = [](std::string_view) { return std::span<const Real>(); };
  const WeightedTerms x = counted.Weigh(kTexts[0]);
  const WeightedTerms y = counted.Weigh(kTexts[1]);
  EXPECT_NEAR(SoftCosine(MakeSoftText(x, none), MakeSoftText(y, none)),
              DotProduct(x, y), 1e-12);
  EXPECT_EQ(SoftCosine(MakeSoftText({}, none), MakeSoftText(y, none)), 0);
}

}  // namespace
}  // namespace whylight
