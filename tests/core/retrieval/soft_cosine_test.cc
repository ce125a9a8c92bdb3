#include "core/retrieval/soft_cosine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/base/random.h"

namespace whylight {
namespace {

const std::map<std::string, std::vector<Real>, std::less<>> kWordVectors = {
    {"ale", {2, 0, 0}},   {"beer", {1, 1, 0}},    {"rain", {-1, 0, 0}},
    {"stout", {0, 3, 1}}, {"nothing", {0, 0, 0}},
};

std::span<const Real> VectorOf(std::string_view word) {
  const auto found = kWordVectors.find(word);
  if (found == kWordVectors.end()) return {};
  return found->second;
}

double Likeness(const std::string& a, const std::string& b) {
  if (a == b) return 1;
  const auto x = kWordVectors.find(a);
  const auto y = kWordVectors.find(b);
  if (x == kWordVectors.end() || y == kWordVectors.end()) return 0;
  double product = 0;
  double xx = 0;
  double yy = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    product += static_cast<double>(x->second[k] * y->second[k]);
    xx += static_cast<double>(x->second[k] * x->second[k]);
    yy += static_cast<double>(y->second[k] * y->second[k]);
  }
  if (xx == 0 || yy == 0) return 0;
  return std::pow(std::max(0.0, product / std::sqrt(xx * yy)), 2);
}

double Form(const WeightedTerms& x, const WeightedTerms& y) {
  double sum = 0;
  for (const auto& [a, wa] : x) {
    for (const auto& [b, wb] : y) sum += wa * wb * Likeness(a, b);
  }
  return sum;
}

TEST(SoftCosineTest, EqualsTheFormulaWrittenOut) {
  const std::vector<WeightedTerms> texts = {
      {{"ale", 0.3}, {"beer", 1}, {"hops", 0.5}},
      {{"nothing", 1}, {"rain", 1}, {"stout", 2}},
      {{"hops", 1}, {"malt", 2}},
      {{"nothing", 1}},
      {{"beer", 0.1}},
  };
  for (const WeightedTerms& x : texts) {
    for (const WeightedTerms& y : texts) {
      const double expected = Form(x, y) / std::sqrt(Form(x, x) * Form(y, y));
      EXPECT_NEAR(
          SoftCosine(MakeSoftText(x, VectorOf), MakeSoftText(y, VectorOf)),
          expected, 1e-6);
    }
    EXPECT_EQ(SoftCosine(MakeSoftText({}, VectorOf), MakeSoftText(x, VectorOf)),
              0);
  }
}

TEST(SoftCosineTest, WithoutVectorsItIsTheCosine) {
  const auto none = [](std::string_view) { return std::span<const Real>(); };
  const WeightedTerms x = {{"a", 0.6}, {"b", 0.8}};
  const WeightedTerms y = {{"b", 1}};
  EXPECT_NEAR(SoftCosine(MakeSoftText(x, none), MakeSoftText(y, none)), 0.8,
              1e-12);
}

// More words than are compared at a time.
TEST(SoftCosineTest, LongTextsAreComparedBlockByBlock) {
  const CounterRandom random(3, RandomPurpose::kInitialise);
  std::map<std::string, std::vector<Real>, std::less<>> vectors;
  WeightedTerms x;
  WeightedTerms y;
  for (std::uint64_t i = 0; i < 150; ++i) {
    std::string word(1, static_cast<char>('a' + i / 26));
    word.push_back(static_cast<char>('a' + i % 26));
    vectors[word] = {static_cast<Real>(random.Normal(2 * i)),
                     static_cast<Real>(random.Normal(2 * i + 1))};
    (i % 3 == 0 ? y : x).emplace_back(word, random.Uniform(i));
  }
  const auto lookup = [&](std::string_view word) {
    return std::span<const Real>(vectors.find(word)->second);
  };
  const auto form = [&](const WeightedTerms& a, const WeightedTerms& b) {
    double sum = 0;
    for (const auto& [u, wu] : a) {
      for (const auto& [v, wv] : b) {
        const auto& p = vectors[u];
        const auto& q = vectors[v];
        const auto cosine =
            static_cast<double>((p[0] * q[0] + p[1] * q[1]) /
                                std::sqrt((p[0] * p[0] + p[1] * p[1]) *
                                          (q[0] * q[0] + q[1] * q[1])));
        sum += wu * wv * std::pow(std::max(0.0, cosine), 2);
      }
    }
    return sum;
  };
  EXPECT_NEAR(SoftCosine(MakeSoftText(x, lookup), MakeSoftText(y, lookup)),
              form(x, y) / std::sqrt(form(x, x) * form(y, y)), 1e-5);
}

}  // namespace
}  // namespace whylight
