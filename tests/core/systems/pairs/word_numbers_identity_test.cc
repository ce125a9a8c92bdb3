// The numbers beside words as sums, against their definitions: over all pairs
// of numbers of a factorisation machine, one pair of words at a time.
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/layers/pair_compression.h"
#include "core/math/matrix.h"
#include "core/systems/pairs/options.h"
#include "core/systems/pairs/word_numbers.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kWidth = 3;

// A product of two numbers of a vector, or of one and 1, with its coefficient:
// the terms of a factorisation machine but for the bias.
template <typename Visit>
void ForEachTerm(const Matrix& w, const Matrix& v, const Visit& visit) {
  for (Index i = 0; i < w.cols(); ++i) {
    visit(w(0, i), i, std::optional<Index>());
    for (Index j = i + 1; j < w.cols(); ++j) {
      visit(v.row(i).dot(v.row(j)), i, std::optional<Index>(j));
    }
  }
}

class WordNumbersIdentityTest : public testing::Test {
 protected:
  static PairOptions Options(PairKind kind, Compression compression) {
    return {.kind = kind, .align = 2, .compression = compression, .factors = 2};
  }

  static WordNumbers Numbers(const PairOptions& options) {
    WordNumbers numbers("", options, kWidth, 3);
    for (Parameter* parameter : numbers.Parameters()) {
      parameter->value = RandomMatrix(parameter->value.rows(),
                                      parameter->value.cols(), parameter->name);
    }
    return numbers;
  }

  Sequences First(Graph& graph) const {
    return {graph.Constant(table_), MakeSequences({{0, 1, 2, 1}}),
            std::nullopt};
  }
  Sequences Second(Graph& graph) const {
    return {graph.Constant(table_), MakeSequences({{3, 0, 4}}), std::nullopt};
  }

  const Matrix table_ = RandomMatrix(5, kWidth, "words");
};

TEST_F(WordNumbersIdentityTest, PartsAddUpToTheNumbersBesideWords) {
  for (const PairKind kind : {PairKind::kCafe, PairKind::kMcan}) {
    for (const Compression compression :
         {Compression::kFactorisation, Compression::kDense,
          Compression::kSum}) {
      const WordNumbers numbers = Numbers(Options(kind, compression));
      Graph graph(Graph::Mode::kInference);
      const Sequences first = First(graph);
      const Sequences second = Second(graph);
      const ComparedWords beside = numbers.Apply(graph, first, second);
      const SplitFeatures split = numbers.Split(graph, first, second);
      const auto check = [&](const std::vector<SplitFeature>& features,
                             const Sequences& words, const Sequences& other,
                             const Sequences& with_numbers) {
        const Matrix expected =
            graph.value(with_numbers.words).rightCols(WordNumbers::Count(kind));
        ASSERT_EQ(static_cast<Index>(features.size()), expected.cols());
        for (std::size_t k = 0; k < features.size(); ++k) {
          const SplitFeature& feature = features[k];
          const RowVector column =
              expected.col(static_cast<Index>(k)).transpose();
          EXPECT_EQ(feature.values, column);
          EXPECT_EQ(feature.part, k % 3);
          EXPECT_EQ(feature.layer, 0u);
          ASSERT_EQ(feature.parts.rows(), words.batch.max_length);
          ASSERT_EQ(feature.parts.cols(),
                    (feature.sum == WordSum::kOther ? other : words)
                        .batch.max_length);
          const RowVector sums =
              feature.alone + feature.parts.rowwise().sum().transpose();
          EXPECT_LT((sums - column).cwiseAbs().maxCoeff(), 1e-12);
        }
      };
      check(split.first, first, second, beside.first);
      check(split.second, second, first, beside.second);
    }
  }
}

// A term with a number of one word read belongs to that word; one of two words
// read goes half to either.
TEST_F(WordNumbersIdentityTest, APartIsWhatTheTermsOfItsWordComeTo) {
  const PairOptions options =
      Options(PairKind::kCafe, Compression::kFactorisation);
  WordNumbers numbers = Numbers(options);
  std::map<std::string, Matrix> values;
  for (const Parameter* parameter : numbers.Parameters()) {
    values[parameter->name] = parameter->value;
  }
  Graph graph(Graph::Mode::kInference);
  const Sequences first = First(graph);
  const Sequences second = Second(graph);
  const Alignment aligned = numbers.Align(graph, first, second);
  const Matrix x = AtWords(graph, first.words, first.batch);
  const Matrix y = AtWords(graph, second.words, second.batch);
  const Matrix weights = Eigen::Map<const Matrix>(
      graph.value(aligned.left.weights).data(), x.rows(), y.rows());
  const SplitFeatures split = numbers.Split(graph, first, second);
  for (const SplitFeature& feature : split.first) {
    if (feature.sum != WordSum::kOther) continue;
    const std::string name =
        std::string("other_numbers.") + "csm"[feature.part];
    for (Index i = 0; i < x.rows(); ++i) {
      // What a number of the vector that is compressed has of word j read, and
      // of word i itself, which comes last.
      const Index own = y.rows();
      const auto share = [&](Index number, Index word) -> Real {
        const Index d = number % kWidth;
        const bool of_own = word == own;
        switch (feature.part) {
          case 0:
            if (of_own != (number >= kWidth)) return 0;
            return of_own ? x(i, d) : weights(i, word) * y(word, d);
          case 1:
            return of_own ? -x(i, d) : weights(i, word) * y(word, d);
          default:
            return of_own ? 0 : weights(i, word) * y(word, d) * x(i, d);
        }
      };
      RowVector parts = RowVector::Zero(y.rows() + 1);
      ForEachTerm(values.at(name + ".w"), values.at(name + ".V"),
                  [&](Real coefficient, Index a, std::optional<Index> b) {
                    for (Index j = 0; j <= own; ++j) {
                      if (!b) {
                        parts(j) += coefficient * share(a, j);
                        continue;
                      }
                      for (Index k = 0; k <= own; ++k) {
                        const Real term =
                            coefficient * share(a, j) * share(*b, k);
                        const bool halves = (j == own) == (k == own);
                        parts(j == own ? k : j) += halves ? term / 2 : term;
                        if (halves) parts(k) += term / 2;
                      }
                    }
                  });
      parts(own) += values.at(name + ".w0")(0, 0);
      EXPECT_LT((feature.parts.row(i) - parts.head(own)).cwiseAbs().maxCoeff(),
                1e-12);
      EXPECT_NEAR(feature.alone(i), parts(own), 1e-12);
    }
  }
}

}  // namespace
}  // namespace whylight
