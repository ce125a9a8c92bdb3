// String kernels against their definitions, in double precision.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <tuple>

#include "tests/core/explain/feature_maps.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr double kTolerance = 1e-12;

std::vector<StringKernelOptions> EveryOption(Index max_order) {
  std::vector<StringKernelOptions> all;
  for (Index order = 1; order <= max_order; ++order) {
    for (const double decay : {0.0, 0.5, 0.9}) {
      for (const Mapping mapping :
           {Mapping::kMultiplicative, Mapping::kAdditive}) {
        for (const GapWeighting weighting :
             {GapWeighting::kToEnd, GapWeighting::kSpan}) {
          for (const bool normalized : {false, true}) {
            all.push_back({order, decay, mapping, weighting, normalized});
          }
        }
      }
    }
  }
  return all;
}

testing::Message Describe(const StringKernelOptions& options) {
  return testing::Message()
         << "order " << options.order << ", decay " << options.decay
         << ", additive " << (options.mapping == Mapping::kAdditive)
         << ", by span " << (options.weighting == GapWeighting::kSpan)
         << ", normalised " << options.normalized;
}

// Every term of the kernel, strongest first.
struct Terms {
  std::vector<NgramMatch> matches;  // without shares
  double sum = 0;
  double magnitude = 0;  // the sum of magnitudes, to which errors are relative
};

Terms EnumerateTerms(const Matrix& similarities,
                     const StringKernelOptions& options) {
  Terms terms;
  double total = 0;
  const Index length_x = similarities.rows();
  const Index length_y = similarities.cols();
  ForEachNgram(options.order, length_x, [&](const Ngram& x) {
    ForEachNgram(options.order, length_y, [&](const Ngram& y) {
      NgramMatch match;
      match.x = x;
      match.y = y;
      const bool product = options.mapping == Mapping::kMultiplicative;
      double likeness = product ? 1 : 0;
      for (std::size_t m = 0; m < x.size(); ++m) {
        match.similarities.push_back(similarities(x[m], y[m]));
        likeness = product ? likeness * match.similarities.back()
                           : likeness + match.similarities.back();
      }
      const double weight =
          WeightOf(x, length_x, options) * WeightOf(y, length_y, options);
      total += weight;
      match.contribution = weight * likeness;
      terms.matches.push_back(match);
    });
  });
  for (NgramMatch& match : terms.matches) {
    if (options.normalized) match.contribution /= total;
    terms.sum += match.contribution;
    terms.magnitude += std::abs(match.contribution);
  }
  std::sort(terms.matches.begin(), terms.matches.end(),
            [](const NgramMatch& a, const NgramMatch& b) {
              return std::tuple(-std::abs(a.contribution), a.x, a.y) <
                     std::tuple(-std::abs(b.contribution), b.x, b.y);
            });
  return terms;
}

TEST(StringKernelTest, IsTheSumOverAllPairsOfNgrams) {
  for (const StringKernelOptions& options : EveryOption(4)) {
    SCOPED_TRACE(Describe(options));
    for (const auto& [length_x, length_y] :
         {std::pair<Index, Index>{7, 6}, {4, 7}, {5, 1}, {3, 3}}) {
      const Matrix similarities = RandomMatrix(length_x, length_y, "S");
      const Terms terms = EnumerateTerms(similarities, options);
      const auto kernel = StringKernel(similarities, options);
      ASSERT_TRUE(kernel.ok());
      EXPECT_NEAR(kernel.value(), terms.sum,
                  kTolerance * (1 + terms.magnitude));
    }
  }
}

// Table 2.3 a, b and c at order 2, and their kin.
TEST(StringKernelTest, IsTheInnerProductOfItsFeatureMaps) {
  const Matrix x = RandomMatrix(7, 3, "x");
  const Matrix y = RandomMatrix(6, 3, "y");
  for (const StringKernelOptions& options : EveryOption(4)) {
    SCOPED_TRACE(Describe(options));
    const RowVector features_x = FeatureMap(x, options);
    const RowVector features_y = FeatureMap(y, options);
    const auto kernel = StringKernel(x, y, options);
    ASSERT_TRUE(kernel.ok());
    EXPECT_NEAR(kernel.value(), features_x.dot(features_y),
                kTolerance * (1 + features_x.norm() * features_y.norm()));
  }
}

// Eq 2.5 and 2.6 ask whether characters are equal, Eq 2.7 takes inner products.
TEST(StringKernelTest, CountsEqualWordsOfOneHotVectors) {
  const std::string x = "abacab";
  const std::string y = "cabba";
  const auto one_hot = [](const std::string& text) {
    Matrix vectors = Matrix::Zero(static_cast<Index>(text.size()), 3);
    for (std::size_t i = 0; i < text.size(); ++i) {
      vectors(static_cast<Index>(i), text[i] - 'a') = 1;
    }
    return vectors;
  };
  constexpr double kDecay = 0.7;
  double by_span = 0;
  double to_end = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      for (std::size_t l = 0; l < y.size(); ++l) {
        for (std::size_t k = 0; k < l; ++k) {
          if (x[i] != y[k] || x[j] != y[l]) continue;
          by_span += std::pow(kDecay, j - i - 1) * std::pow(kDecay, l - k - 1);
          to_end += std::pow(kDecay, x.size() - i - 2) *
                    std::pow(kDecay, y.size() - k - 2);
        }
      }
    }
  }
  StringKernelOptions options;
  options.decay = kDecay;
  EXPECT_NEAR(StringKernel(one_hot(x), one_hot(y), options).value(), to_end,
              kTolerance * to_end);
  options.weighting = GapWeighting::kSpan;
  EXPECT_NEAR(StringKernel(one_hot(x), one_hot(y), options).value(), by_span,
              kTolerance * by_span);
}

TEST(StringKernelTest, HasSymmetricPositiveSemiDefiniteGramMatrices) {
  constexpr Index kTexts = 12;
  std::vector<Matrix> texts;
  for (Index t = 0; t < kTexts; ++t) {
    texts.push_back(RandomMatrix(2 + t, 3, "text " + std::to_string(t)));
  }
  for (const StringKernelOptions& options : EveryOption(4)) {
    SCOPED_TRACE(Describe(options));
    Matrix gram(kTexts, kTexts);
    for (Index a = 0; a < kTexts; ++a) {
      for (Index b = 0; b < kTexts; ++b) {
        const auto kernel =
            StringKernel(texts[static_cast<std::size_t>(a)],
                         texts[static_cast<std::size_t>(b)], options);
        ASSERT_TRUE(kernel.ok());
        gram(a, b) = kernel.value();
      }
    }
    const double scale = gram.cwiseAbs().maxCoeff();
    EXPECT_LT((gram - gram.transpose()).cwiseAbs().maxCoeff(),
              kTolerance * scale);
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(gram);
    ASSERT_EQ(solver.info(), Eigen::Success);
    const auto& values = solver.eigenvalues();  // ascending
    EXPECT_GT(values[kTexts - 1], 0);
    EXPECT_GE(values[0], -1e-9 * values[kTexts - 1]);
  }
}

void ExpectStrongest(const Matrix& similarities,
                     const StringKernelOptions& options, std::size_t count) {
  const Terms terms = EnumerateTerms(similarities, options);
  const auto found = StrongestMatches(similarities, options, count);
  ASSERT_TRUE(found.ok());
  EXPECT_NEAR(found.value().kernel, terms.sum,
              kTolerance * (1 + terms.magnitude));
  const std::vector<NgramMatch>& matches = found.value().matches;
  const auto nonzero = static_cast<std::size_t>(
      std::count_if(terms.matches.begin(), terms.matches.end(),
                    [](const auto& term) { return term.contribution != 0; }));
  ASSERT_EQ(matches.size(), std::min(count, nonzero));
  for (std::size_t m = 0; m < matches.size(); ++m) {
    SCOPED_TRACE(testing::Message() << "match " << m << " of " << count);
    const NgramMatch& expected = terms.matches[m];
    EXPECT_EQ(matches[m].x, expected.x);
    EXPECT_EQ(matches[m].y, expected.y);
    EXPECT_EQ(matches[m].similarities, expected.similarities);
    const double magnitude = std::abs(expected.contribution);
    EXPECT_NEAR(matches[m].contribution, expected.contribution,
                kTolerance * magnitude);
    EXPECT_NEAR(matches[m].share * found.value().kernel, expected.contribution,
                kTolerance * magnitude);
  }
}

bool HasMatches(const StringKernelOptions& options) {
  return options.mapping == Mapping::kMultiplicative ||
         options.weighting == GapWeighting::kToEnd;
}

TEST(StrongestMatchesTest, AreTheLargestOfAllTerms) {
  for (const StringKernelOptions& options : EveryOption(4)) {
    if (!HasMatches(options)) continue;
    SCOPED_TRACE(Describe(options));
    for (const auto& [length_x, length_y] :
         {std::pair<Index, Index>{7, 6}, {4, 5}, {2, 7}}) {
      Matrix similarities = RandomMatrix(length_x, length_y, "S");
      similarities(0, 1) = 0;
      similarities(1, 0) = 0;
      for (const std::size_t count : {1u, 3u, 20u}) {
        ExpectStrongest(similarities, options, count);
      }
    }
  }
}

// Small whole numbers and a decay of a half: many terms are exactly equal.
TEST(StrongestMatchesTest, AreOrderedByPositionAmongEquals) {
  const Matrix similarities =
      (RandomMatrix(6, 6, "ties").array() * 2).round().matrix();
  for (Index order = 1; order <= 4; ++order) {
    for (const Mapping mapping :
         {Mapping::kMultiplicative, Mapping::kAdditive}) {
      for (const GapWeighting weighting :
           {GapWeighting::kToEnd, GapWeighting::kSpan}) {
        const StringKernelOptions options{order, 0.5, mapping, weighting,
                                          false};
        if (!HasMatches(options)) continue;
        SCOPED_TRACE(Describe(options));
        for (const std::size_t count : {1u, 2u, 5u, 40u}) {
          ExpectStrongest(similarities, options, count);
        }
      }
    }
  }
}

TEST(StrongestMatchesTest, AllTogetherMakeTheKernel) {
  const Matrix similarities = RandomMatrix(6, 5, "S");
  constexpr std::size_t kAll = 1000;
  for (const StringKernelOptions& options : EveryOption(4)) {
    if (!HasMatches(options)) continue;
    SCOPED_TRACE(Describe(options));
    const auto found = StrongestMatches(similarities, options, kAll);
    ASSERT_TRUE(found.ok());
    ASSERT_LT(found.value().matches.size(), kAll);
    double sum = 0;
    double shares = 0;
    double magnitude = 0;
    for (const NgramMatch& match : found.value().matches) {
      sum += match.contribution;
      shares += match.share;
      magnitude += std::abs(match.contribution);
    }
    const double kernel = found.value().kernel;
    EXPECT_NEAR(sum, kernel, kTolerance * magnitude);
    EXPECT_NEAR(shares, 1, kTolerance * magnitude / std::abs(kernel));
  }
}

}  // namespace
}  // namespace whylight
