// The loops of rcnn_reference.h against the sums they stand for.
#include <gtest/gtest.h>

#include "tests/core/random_matrix.h"
#include "tests/core/rcnn_reference.h"

namespace whylight {
namespace {

constexpr Index kLength = 7;
constexpr Index kHidden = 2;
constexpr double kTolerance = 1e-12;

std::vector<RcnnForm> SumForms() {
  std::vector<RcnnForm> forms;
  for (const bool normalized : {false, true}) {
    for (const bool same_step : {false, true}) {
      RcnnForm form;
      form.mapping = Mapping::kMultiplicative;
      form.normalized = normalized;
      form.same_step = same_step;
      forms.push_back(form);
    }
    RcnnForm form;
    form.mapping = Mapping::kAdditive;
    form.normalized = normalized;
    forms.push_back(form);
  }
  return forms;
}

Matrix ConstantDecays(Index length, double decay) {
  return Matrix::Constant(length, kHidden, static_cast<Real>(decay));
}

// In (0, 1), another for each word and unit.
Matrix VaryingDecays() {
  return RandomMatrix(kLength, kHidden, "decays").array() / 2 + Real{0.5};
}

Matrix RandomU(Index order) {
  return RandomMatrix(kLength, order * kHidden, "u");
}

void ExpectNear(const Matrix& found, const Matrix& expected) {
  ASSERT_EQ(found.rows(), expected.rows());
  ASSERT_EQ(found.cols(), expected.cols());
  const double scale = 1 + expected.cwiseAbs().maxCoeff();
  Index t;
  Index at;
  const double worst = (found - expected).cwiseAbs().maxCoeff(&t, &at);
  EXPECT_LT(worst, kTolerance * scale)
      << "word " << t << ", column " << at << ": found " << found(t, at)
      << ", expected " << expected(t, at);
}

double Binomial(Index n, Index k) {
  double ways = 1;
  for (Index i = 1; i <= k; ++i) {
    ways = ways * static_cast<double>(n - k + i) / static_cast<double>(i);
  }
  return ways;
}

TEST(RcnnReferenceTest, LoopsEqualTheSumsOverAllNgrams) {
  for (const RcnnForm& form : SumForms()) {
    for (Index order = 1; order <= 4; ++order) {
      for (const Matrix& decays :
           {ConstantDecays(kLength, 0), ConstantDecays(kLength, 0.6),
            VaryingDecays()}) {
        SCOPED_TRACE(testing::Message()
                     << "additive " << (form.mapping == Mapping::kAdditive)
                     << ", normalised " << form.normalized << ", same step "
                     << form.same_step << ", order " << order << ", decay "
                     << decays(0, 0));
        const Matrix u = RandomU(order);
        const RcnnLevels loops = RcnnByLoops(u, decays, form);
        const RcnnLevels sums = RcnnByEnumeration(u, decays, form);
        ExpectNear(loops.c, sums.c);
        ExpectNear(loops.z, sums.z);
      }
    }
  }
}

TEST(RcnnReferenceTest, NormalisedProductsAreUnnormalisedOnesRescaled) {
  constexpr Index kOrder = 4;
  constexpr double kDecay = 0.7;
  const Matrix decays = ConstantDecays(kLength, kDecay);
  RcnnForm form;
  form.mapping = Mapping::kMultiplicative;
  form.normalized = false;
  RcnnLevels expected = RcnnByLoops(RandomU(kOrder), decays, form);
  for (Index j = 0; j < kOrder; ++j) {
    const auto at = Eigen::seqN(j * kHidden, kHidden);
    const double power = static_cast<double>(j);
    expected.c(Eigen::all, at) *= std::pow(1 - kDecay, power + 1);
    expected.z(Eigen::all, at) *= std::pow(1 - kDecay, power);
  }
  form.normalized = true;
  const RcnnLevels found = RcnnByLoops(RandomU(kOrder), decays, form);
  ExpectNear(found.c, expected.c);
  ExpectNear(found.z, expected.z);
}

TEST(RcnnReferenceTest, WeightsOfNgramsHaveAClosedForm) {
  constexpr Index kOrder = 4;
  for (const double decay : {0.0, 0.3, 0.9}) {
    const RcnnLevels weights =
        NgramWeights(ConstantDecays(kLength, decay), kOrder);
    RcnnLevels expected{Matrix::Zero(kLength, kOrder * kHidden),
                        Matrix::Zero(kLength, kOrder * kHidden)};
    for (Index t = 1; t <= kLength; ++t) {
      for (Index n = 1; n <= kOrder; ++n) {
        double c = 0;
        double z = n == 1 ? 1 : 0;
        for (Index m = 0; m <= t - n; ++m) {
          const double power = std::pow(decay, static_cast<double>(m));
          c += Binomial(m + n - 1, n - 1) * power;
          if (n > 1) z += Binomial(m + n - 2, n - 2) * power;
        }
        const auto at = Eigen::seqN((n - 1) * kHidden, kHidden);
        expected.c(t - 1, at).setConstant(static_cast<Real>(c));
        expected.z(t - 1, at).setConstant(static_cast<Real>(z));
      }
    }
    ExpectNear(weights.c, expected.c);
    ExpectNear(weights.z, expected.z);
  }
}

TEST(RcnnReferenceTest, ExactNormalisationAveragesOverNgrams) {
  constexpr Index kOrder = 3;
  const Matrix decays = VaryingDecays();
  for (const Mapping mapping : {Mapping::kAdditive, Mapping::kMultiplicative}) {
    // All words alike: every n-gram is worth the same, so the average is that.
    const Matrix u =
        RandomMatrix(1, kOrder * kHidden, "word").replicate(kLength, 1);
    const RcnnLevels levels = ExactlyNormalized(u, decays, mapping);
    for (Index f = 0; f < kHidden; ++f) {
      Real value = u(0, f);
      for (Index j = 0; j < kOrder; ++j) {
        const Index at = j * kHidden + f;
        if (j > 0) {
          value = mapping == Mapping::kAdditive ? value + u(0, at)
                                                : value * u(0, at);
        }
        for (Index t = 0; t < kLength; ++t) {
          const Real expected = t < j ? 0 : value;
          EXPECT_NEAR(levels.c(t, at), expected, kTolerance);
          EXPECT_NEAR(levels.z(t, at), expected, kTolerance);
        }
      }
    }
  }
}

// Table 2.2's normalised recurrences are Table 2.1 on a text that words of
// zeros go before for ever.
TEST(RcnnReferenceTest, NormalisedRecurrencesReadZerosBeforeTheText) {
  constexpr Index kOrder = 4;
  constexpr Index kPadding = 400;
  constexpr double kDecay = 0.8;
  const Matrix u = RandomU(kOrder);
  Matrix padded = Matrix::Zero(kPadding + kLength, u.cols());
  padded.bottomRows(kLength) = u;
  for (const Mapping mapping : {Mapping::kAdditive, Mapping::kMultiplicative}) {
    RcnnForm form;
    form.mapping = mapping;
    form.normalized = true;
    const RcnnLevels found =
        RcnnByLoops(u, ConstantDecays(kLength, kDecay), form);
    const RcnnLevels expected = ExactlyNormalized(
        padded, ConstantDecays(padded.rows(), kDecay), mapping);
    ExpectNear(found.c, expected.c.bottomRows(kLength));
    ExpectNear(found.z, expected.z.bottomRows(kLength));
  }
}

TEST(RcnnReferenceTest, WithoutDecayOnlyAdjacentWordsCount) {
  constexpr Index kOrder = 3;
  const Matrix decays = ConstantDecays(kLength, 0);
  const Matrix u = RandomU(kOrder);
  RcnnForm form;
  const RcnnLevels sums = RcnnByLoops(u, decays, form);
  form.mapping = Mapping::kMultiplicative;
  const RcnnLevels products = RcnnByLoops(u, decays, form);
  for (Index t = 0; t < kLength; ++t) {
    for (Index f = 0; f < kHidden; ++f) {
      const Index at = (kOrder - 1) * kHidden + f;
      Real sum = 0;
      Real product = 1;
      for (Index j = 0; j < kOrder; ++j) {
        const Index i = t - (kOrder - 1) + j;
        const Real word = i < 0 ? 0 : u(i, j * kHidden + f);
        sum += word;
        product *= word;
      }
      EXPECT_NEAR(sums.c(t, at), sum, kTolerance);
      EXPECT_NEAR(products.c(t, at), product, kTolerance);
    }
  }
}

TEST(RcnnReferenceTest, MaxPoolingTakesTheLargestNgram) {
  constexpr Index kOrder = 2;
  constexpr double kDecay = 0.5;
  Matrix u(3, kOrder);  // one unit
  u << 3, 7, -2, -4, 5, 1;
  const Matrix decays = Matrix::Constant(3, 1, kDecay);
  const RcnnLevels products =
      MaxPoolingByEnumeration(u, decays, Mapping::kMultiplicative);
  // z_2[2]: {0, 2} = 3·1·½, {1, 2} = -2·1. c_2[2] has {0, 1} = 3·-4·½ too.
  Matrix expected(3, kOrder);
  expected << 3, 0, 1.5, -12, 5, 1.5;
  ExpectNear(products.c, expected);
  expected << 3, 0, -2, -12, 5, 1.5;
  ExpectNear(products.z, expected);
  // z_2[2]: {0, 2} = (3 + 1)·½, {1, 2} = -2 + 1.
  const RcnnLevels sums =
      MaxPoolingByEnumeration(u, decays, Mapping::kAdditive);
  expected << 3, 0, 1.5, -1, 5, 2;
  ExpectNear(sums.c, expected);
}

TEST(RcnnReferenceTest, ShowsTheLevelsAsked) {
  RcnnLevels levels{Matrix(1, 4), Matrix(1, 4)};  // two levels, two units
  levels.c << 1, 2, 30, 40;
  levels.z << 5, 6, 70, 80;
  const auto shown = [&](ExposedState state) {
    const Matrix row = Expose(levels, state, 2, {0.5, 0.25});
    return std::vector<double>{row(0, 0), row(0, 1)};
  };
  using Values = std::vector<double>;
  EXPECT_EQ(shown(ExposedState::kC), (Values{30, 40}));
  EXPECT_EQ(shown(ExposedState::kZ), (Values{70, 80}));
  EXPECT_EQ(shown(ExposedState::kSumC), (Values{31, 42}));
  EXPECT_EQ(shown(ExposedState::kSumZ), (Values{75, 86}));
  EXPECT_EQ(shown(ExposedState::kMix), (Values{8, 11}));
}

}  // namespace
}  // namespace whylight
