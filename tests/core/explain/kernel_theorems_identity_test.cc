// The states of the RCNN as string kernels (Lei17 sections
// 2.4.2 to 2.4.4, appendices A.2 and A.3): a unit's state is a kernel between
// the text so far and the unit's own "text", whose j words are its weights
// w_i^(1)..w_i^(j).
#include <gtest/gtest.h>

#include "tests/core/explain/feature_maps.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kLength = 6;
constexpr Index kWidth = 3;
constexpr Index kHidden = 2;
constexpr Index kOrder = 4;
constexpr double kDecay = 0.6;
constexpr double kTolerance = 1e-12;

// W_1..W_n, each [h x d].
std::vector<Matrix> RandomWeights(Index order, Index width,
                                  const std::string& name) {
  std::vector<Matrix> weights;
  for (Index j = 0; j < order; ++j) {
    weights.push_back(
        RandomMatrix(kHidden, width, name + " " + std::to_string(j)));
  }
  return weights;
}

// u of rcnn_reference.h: W_1 x, ..., W_n x side by side.
Matrix Candidates(const Matrix& x, const std::vector<Matrix>& weights) {
  Matrix u(x.rows(), static_cast<Index>(weights.size()) * kHidden);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    u.middleCols(static_cast<Index>(j) * kHidden, kHidden) =
        x * weights[j].transpose();
  }
  return u;
}

// w_{i,j}: the rows i of W_1..W_j, [j x d].
Matrix UnitText(const std::vector<Matrix>& weights, Index unit, Index words) {
  Matrix text(words, weights[0].cols());
  for (Index m = 0; m < words; ++m) {
    text.row(m) = weights[static_cast<std::size_t>(m)].row(unit);
  }
  return text;
}

Matrix ConstantDecays(Index length) {
  return Matrix::Constant(length, kHidden, static_cast<Real>(kDecay));
}

RcnnForm Form(Mapping mapping, bool normalized) {
  RcnnForm form;
  form.mapping = mapping;
  form.normalized = normalized;
  return form;
}

RcnnLevels Levels(const Matrix& x, const std::vector<Matrix>& weights,
                  const RcnnForm& form) {
  return RcnnByLoops(Candidates(x, weights), ConstantDecays(x.rows()), form);
}

StringKernelOptions Options(Index order, Mapping mapping, bool normalized) {
  return {order, kDecay, mapping, GapWeighting::kToEnd, normalized};
}

double Kernel(const Matrix& x, const Matrix& y,
              const StringKernelOptions& options) {
  const auto kernel = StringKernel(x, y, options);
  EXPECT_TRUE(kernel.ok());
  return kernel.value();
}

// Checks `state(t, column)` against `expected(first t + 1 words, w_{i,j}, j)`
// for every word, unit and level.
template <typename Expected>
void ExpectStates(const Matrix& states, const Matrix& x,
                  const std::vector<Matrix>& weights,
                  const Expected& expected) {
  for (Index t = 0; t < x.rows(); ++t) {
    for (Index j = 1; j <= kOrder; ++j) {
      for (Index i = 0; i < kHidden; ++i) {
        const double kernel =
            expected(x.topRows(t + 1), UnitText(weights, i, j), j);
        EXPECT_NEAR(states(t, (j - 1) * kHidden + i), kernel,
                    kTolerance * (1 + std::abs(kernel)))
            << "word " << t << ", level " << j << ", unit " << i;
      }
    }
  }
}

class KernelTheoremsTest : public testing::Test {
 protected:
  const Matrix x_ = RandomMatrix(kLength, kWidth, "x");
  const std::vector<Matrix> weights_ = RandomWeights(kOrder, kWidth, "W");
};

TEST_F(KernelTheoremsTest, StatesAreKernelsWithTheUnitsText) {
  for (const Mapping mapping : {Mapping::kMultiplicative, Mapping::kAdditive}) {
    ExpectStates(Levels(x_, weights_, Form(mapping, false)).c, x_, weights_,
                 [&](const Matrix& x, const Matrix& w, Index j) {
                   return Kernel(x, w, Options(j, mapping, false));
                 });
  }
}

TEST_F(KernelTheoremsTest, ExactlyNormalisedStatesAreNormalisedKernels) {
  for (const Mapping mapping : {Mapping::kMultiplicative, Mapping::kAdditive}) {
    ExpectStates(ExactlyNormalized(Candidates(x_, weights_),
                                   ConstantDecays(kLength), mapping)
                     .c,
                 x_, weights_, [&](const Matrix& x, const Matrix& w, Index j) {
                   return Kernel(x, w, Options(j, mapping, true));
                 });
  }
}

// The normalised recurrences divide by what n-grams weigh in an endless text.
TEST_F(KernelTheoremsTest, NormalisedProductsAreKernelsUpToTheirWeights) {
  const Matrix counts = NgramWeights(ConstantDecays(kLength), kOrder).c;
  ExpectStates(Levels(x_, weights_, Form(Mapping::kMultiplicative, true)).c, x_,
               weights_, [&](const Matrix& x, const Matrix& w, Index j) {
                 return std::pow(1 - kDecay, static_cast<double>(j)) *
                        counts(x.rows() - 1, (j - 1) * kHidden) *
                        Kernel(x, w,
                               Options(j, Mapping::kMultiplicative, true));
               });
}

TEST_F(KernelTheoremsTest, NormalisedSumsAreKernelsAfterEndlessZeros) {
  constexpr Index kPadding = 200;
  ExpectStates(Levels(x_, weights_, Form(Mapping::kAdditive, true)).c, x_,
               weights_, [&](const Matrix& x, const Matrix& w, Index j) {
                 Matrix padded = Matrix::Zero(kPadding + x.rows(), kWidth);
                 padded.bottomRows(x.rows()) = x;
                 return Kernel(padded, w, Options(j, Mapping::kAdditive, true));
               });
}

TEST_F(KernelTheoremsTest, SpanKernelsAreRunningSumsOfZ) {
  Matrix sums = Levels(x_, weights_, Form(Mapping::kMultiplicative, false)).z;
  for (Index t = 1; t < kLength; ++t) sums.row(t) += sums.row(t - 1);
  ExpectStates(sums, x_, weights_,
               [](const Matrix& x, const Matrix& w, Index j) {
                 StringKernelOptions options =
                     Options(j, Mapping::kMultiplicative, false);
                 options.weighting = GapWeighting::kSpan;
                 return Kernel(x, w, options);
               });
}

// Theorem 2, for the activation σ(s) = s², whose maps are finite: with v the
// features of all levels, σ(Σ α_j c_j) = ⟨v ⊗ v, w ⊗ w⟩.
TEST_F(KernelTheoremsTest, ActivationsOfMixedLevelsAreInTheComposedSpace) {
  const std::vector<Real> mix = {0.5, -1.5, 2, 0.75};
  const RcnnLevels levels =
      Levels(x_, weights_, Form(Mapping::kMultiplicative, false));
  const Matrix mixed = Expose(levels, ExposedState::kMix, kHidden, mix);
  const auto features = [&](const Matrix& text) {
    RowVector all(0);
    for (Index j = 1; j <= kOrder; ++j) {
      all = Stack(
          all, FeatureMap(text, Options(j, Mapping::kMultiplicative, false)));
    }
    return all;
  };
  for (Index i = 0; i < kHidden; ++i) {
    RowVector w(0);
    for (Index j = 1; j <= kOrder; ++j) {
      w = Stack(w, mix[static_cast<std::size_t>(j - 1)] *
                       FeatureMap(UnitText(weights_, i, j),
                                  Options(j, Mapping::kMultiplicative, false)));
    }
    for (Index t = 0; t < kLength; ++t) {
      const RowVector v = features(x_.topRows(t + 1));
      const double state = mixed(t, i) * mixed(t, i);
      EXPECT_NEAR(state, Tensor(v, v).dot(Tensor(w, w)),
                  kTolerance * (1 + state));
    }
  }
  // The composed kernel is ⟨φ_σ(v(x)), φ_σ(v(y))⟩ = (Σ_j K_j(x, y))².
  const Matrix y = RandomMatrix(5, kWidth, "y");
  double sum = 0;
  for (Index j = 1; j <= kOrder; ++j) {
    sum += Kernel(x_, y, Options(j, Mapping::kMultiplicative, false));
  }
  const RowVector v = features(x_);
  const RowVector w = features(y);
  EXPECT_NEAR(sum * sum, Tensor(v, v).dot(Tensor(w, w)),
              kTolerance * (1 + sum * sum));
}

// Theorem 3 for two layers of bigrams with σ(s) = s². A word of the second
// layer is a prefix of the text, with the features φ_σ = φ ⊗ φ.
class TwoLayersTest : public testing::Test {
 protected:
  static constexpr Index kNarrow = 2;

  Matrix PrefixFeatures(const Matrix& x) const {
    Matrix features(x.rows(), 16);
    for (Index t = 0; t < x.rows(); ++t) {
      const RowVector phi = FeatureMap(x.topRows(t + 1), bigrams_);
      features.row(t) = Tensor(phi, phi);
    }
    return features;
  }

  const StringKernelOptions bigrams_ =
      Options(2, Mapping::kMultiplicative, false);
  const Matrix x_ = RandomMatrix(kLength, kNarrow, "x");
};

TEST_F(TwoLayersTest, StatesAreInnerProductsWithTheDeepFeatures) {
  const RcnnForm form = Form(Mapping::kMultiplicative, false);
  const std::vector<Matrix> first = RandomWeights(2, kNarrow, "first");
  const std::vector<Matrix> second = RandomWeights(2, kHidden, "second");
  const Matrix hidden =
      Expose(Levels(x_, first, form), ExposedState::kC, kHidden).cwiseAbs2();
  const Matrix states =
      Expose(Levels(hidden, second, form), ExposedState::kC, kHidden);

  Matrix maps(kHidden, 16);  // M: hidden[t] = M φ_σ(x_1..x_t)
  for (Index i = 0; i < kHidden; ++i) {
    const RowVector psi = FeatureMap(UnitText(first, i, 2), bigrams_);
    maps.row(i) = Tensor(psi, psi);
  }
  for (Index i = 0; i < kHidden; ++i) {
    const RowVector u_1 = second[0].row(i) * maps;
    const RowVector u_2 = second[1].row(i) * maps;
    for (Index t = 0; t < kLength; ++t) {
      const RowVector deep =
          FeatureMap(PrefixFeatures(x_.topRows(t + 1)), bigrams_);
      EXPECT_NEAR(states(t, i), deep.dot(Tensor(u_1, u_2)),
                  kTolerance * (1 + std::abs(states(t, i))));
    }
  }
}

// Eq 2.8: the kernel of layer l + 1 is a string kernel whose words are compared
// by the kernel of layer l between prefixes.
TEST_F(TwoLayersTest, DeepKernelIsAStringKernelOfPrefixes) {
  const Matrix y = RandomMatrix(kLength - 1, kNarrow, "y");
  Matrix prefixes(x_.rows(), y.rows());
  double expected = 0;
  for (Index i = 0; i < x_.rows(); ++i) {
    for (Index k = 0; k < y.rows(); ++k) {
      const double kernel =
          Kernel(x_.topRows(i + 1), y.topRows(k + 1), bigrams_);
      prefixes(i, k) = kernel * kernel;
    }
  }
  ForEachNgram(2, x_.rows(), [&](const Ngram& i) {
    ForEachNgram(2, y.rows(), [&](const Ngram& k) {
      expected += WeightOf(i, x_.rows(), bigrams_) *
                  WeightOf(k, y.rows(), bigrams_) * prefixes(i[0], k[0]) *
                  prefixes(i[1], k[1]);
    });
  });
  const double by_features = FeatureMap(PrefixFeatures(x_), bigrams_)
                                 .dot(FeatureMap(PrefixFeatures(y), bigrams_));
  const auto found = StringKernel(prefixes, bigrams_);
  ASSERT_TRUE(found.ok());
  EXPECT_GT(std::abs(expected), 1e-3);
  EXPECT_NEAR(found.value(), expected, kTolerance * (1 + std::abs(expected)));
  EXPECT_NEAR(by_features, expected, kTolerance * (1 + std::abs(expected)));
}

// Lei17 section 2.4.4, for the gate λ_t = (⟨u, x_t⟩)², whose map is φ_σ(x) = x
// ⊗ x and whose kernel is K_σ(x, y) = ⟨x, y⟩²: single words, un-normalised.
class AdaptiveKernelTest : public testing::Test {
 protected:
  static constexpr Index kNarrow = 2;
  static constexpr Index kWords = 5;

  // φ(x_1..x_t) = [x_t, φ(x_1..x_{t-1}) ⊗ φ_σ(x_t)]
  static RowVector Features(const Matrix& x) {
    RowVector features(0);
    for (Index t = 0; t < x.rows(); ++t) {
      features = Stack(x.row(t), Tensor(features, Tensor(x.row(t), x.row(t))));
    }
    return features;
  }

  // K(x_1..x_t, y_1..y_s) = K_σ(x_t, y_s) K(x_1..x_{t-1}, y_1..y_{s-1}) +
  // ⟨x_t, y_s⟩
  static double Recurrence(const Matrix& x, const Matrix& y) {
    if (x.rows() == 0 || y.rows() == 0) return 0;
    const double likeness = x.bottomRows(1).row(0).dot(y.bottomRows(1).row(0));
    return likeness * likeness *
               Recurrence(x.topRows(x.rows() - 1), y.topRows(y.rows() - 1)) +
           likeness;
  }

  const Matrix x_ = RandomMatrix(kWords, kNarrow, "x");
};

TEST_F(AdaptiveKernelTest, RecurrenceIsTheInnerProductOfFeatures) {
  const Matrix y = RandomMatrix(kWords, kNarrow, "y");
  for (Index t = 1; t <= kWords; ++t) {
    for (Index s = 1; s <= kWords; ++s) {
      const RowVector a = Features(x_.topRows(t));
      const RowVector b = Features(y.topRows(s));
      // The features of a shorter text end in zeros.
      const Index common = std::min(a.size(), b.size());
      EXPECT_NEAR(Recurrence(x_.topRows(t), y.topRows(s)),
                  a.head(common).dot(b.head(common)), kTolerance);
    }
  }
}

TEST_F(AdaptiveKernelTest, StatesAreInnerProductsOfAnyOrder) {
  const Matrix w = RandomMatrix(kHidden, kNarrow, "w");
  const Matrix gates = RandomMatrix(kHidden, kNarrow, "u");
  const Matrix decays = (x_ * gates.transpose()).cwiseAbs2();
  const Matrix states =
      RcnnByLoops(x_ * w.transpose(), decays, Form(Mapping::kAdditive, false))
          .c;
  for (Index i = 0; i < kHidden; ++i) {
    RowVector psi(0);  // Ψ_t = [w_i, Ψ_{t-1} ⊗ ψ(u_i)]
    for (Index t = 0; t < kWords; ++t) {
      psi = Stack(w.row(i), Tensor(psi, Tensor(gates.row(i), gates.row(i))));
      EXPECT_NEAR(states(t, i), Features(x_.topRows(t + 1)).dot(psi),
                  kTolerance);
    }
  }
}

}  // namespace
}  // namespace whylight
