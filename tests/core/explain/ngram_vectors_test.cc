#include "core/explain/ngram_vectors.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kTextWords = 5;
constexpr Index kRunOrder = 3;
constexpr Index kRunUnits = 4;

const std::vector<RcnnForm> kForms = {
    {.mapping = Mapping::kAdditive},
    {.mapping = Mapping::kMultiplicative},
    {.mapping = Mapping::kMultiplicative, .normalized = false},
    {.mapping = Mapping::kMultiplicative, .same_step = true},
};

RcnnRecord MakeRun(const RcnnForm& form) {
  return {form, RandomMatrix(kTextWords, kRunOrder * kRunUnits, "products"),
          RandomMatrix(kTextWords, kRunUnits, "decays").array().logistic()};
}

StateFunctional MakeFunctional() {
  return {RandomMatrix(kTextWords, kRunOrder * kRunUnits, "c weights"),
          RandomMatrix(kTextWords, kRunOrder * kRunUnits, "z weights")};
}

TEST(NgramVectorsTest, AddUpToContributionsAndAllOfThemToTheUnits) {
  for (const RcnnForm& form : kForms) {
    const RcnnRecord record = MakeRun(form);
    const StateFunctional functional = MakeFunctional();
    const NgramAttribution all =
        AttributeToNgrams(record, functional, {.top = 1000}).value();
    std::vector<std::vector<Index>> ngrams;
    for (const NgramContribution& ngram : all.top)
      ngrams.push_back(ngram.words);
    const MatrixOf<double> vectors =
        NgramVectors(record, functional, ngrams).value();
    for (std::size_t i = 0; i < ngrams.size(); ++i) {
      EXPECT_NEAR(vectors.row(static_cast<Index>(i)).sum(),
                  all.top[i].contribution, 1e-9);
    }
    ASSERT_EQ(all.unit_totals.size(), static_cast<std::size_t>(kRunUnits));
    for (Index unit = 0; unit < kRunUnits; ++unit) {
      EXPECT_NEAR(vectors.col(unit).sum(),
                  all.unit_totals[static_cast<std::size_t>(unit)], 1e-9);
    }
    EXPECT_NEAR(
        std::accumulate(all.unit_totals.begin(), all.unit_totals.end(), 0.0),
        all.total, 1e-9);
  }
}

// The additive, un-normalised form counts n-grams of the text alone.
TEST(NgramVectorsTest, ShorterNgramsOfAFormWithoutPaddingAreZero) {
  const RcnnRecord record =
      MakeRun({.mapping = Mapping::kAdditive, .normalized = false});
  StateFunctional last = MakeFunctional();
  last.z_weights.setZero();
  last.c_weights.leftCols((kRunOrder - 1) * kRunUnits).setZero();
  const MatrixOf<double> vectors =
      NgramVectors(record, last, {{0, 1}, {0, 1, 3}}).value();
  EXPECT_TRUE(vectors.row(0).isZero());
  EXPECT_FALSE(vectors.row(1).isZero());
}

TEST(NgramVectorsTest, RefusesWhatIsNoNgram) {
  const RcnnRecord record = MakeRun({});
  for (const std::vector<Index>& words :
       {std::vector<Index>{}, {1, 0}, {2, 2}, {kTextWords}, {-1}}) {
    EXPECT_EQ(NgramVectors(record, MakeFunctional(), {words}).error().code,
              ErrorCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace whylight
