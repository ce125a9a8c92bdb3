// The RCNN family twice more, as slow as it is plain: the recurrences as loops
// over single numbers, and the sums they stand for with every n-gram written
// out (Lei17 section 2.3, appendix A.1).
//
// Throughout, u [L x n·h] holds u_j[t] = W_j x_t at row t, columns (j-1)·h + f,
// decays [L x h] holds λ_t, and results of all levels have the shape of u.
// Positions count from 0 here, so the first word's n-gram count is row 0.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "core/math/matrix.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

/// One number for each word, level and unit, all [L x n·h].
struct RcnnLevels {
  Matrix c;  ///< c_j[t]: n-grams of j words that end at t or before.
  Matrix z;  ///< z_j[t]: n-grams of j words that end exactly at t.
};

/// C_j[t] and Z_j[t] [L x n·h]: the sums over n-grams with f = 1,
/// un-normalised.
///   Z_j[t] = C_{j-1}[t-1], Z_1[t] = 1, C_j[t] = λ_t C_j[t-1] + Z_j[t]
inline RcnnLevels NgramWeights(const Matrix& decays, Index order) {
  const Index hidden = decays.cols();
  RcnnLevels weights{Matrix::Zero(decays.rows(), order * hidden),
                     Matrix::Zero(decays.rows(), order * hidden)};
  for (Index t = 0; t < decays.rows(); ++t) {
    for (Index j = 0; j < order; ++j) {
      for (Index f = 0; f < hidden; ++f) {
        const Index at = j * hidden + f;
        const Real below =
            j == 0 ? 1 : (t == 0 ? 0 : weights.c(t - 1, at - hidden));
        const Real before = t == 0 ? 0 : weights.c(t - 1, at);
        weights.z(t, at) = below;
        weights.c(t, at) = decays(t, f) * before + below;
      }
    }
  }
  return weights;
}

/// The recurrences of RcnnForm, for sum pooling; additive ones never read the
/// same step.
inline RcnnLevels RcnnByLoops(const Matrix& u, const Matrix& decays,
                              const RcnnForm& form) {
  const Index hidden = decays.cols();
  const Index order = u.cols() / hidden;
  const bool additive = form.mapping == Mapping::kAdditive;
  const RcnnLevels weights = NgramWeights(decays, order);
  RcnnLevels levels{Matrix::Zero(u.rows(), u.cols()),
                    Matrix::Zero(u.rows(), u.cols())};
  for (Index t = 0; t < u.rows(); ++t) {
    for (Index j = 0; j < order; ++j) {
      for (Index f = 0; f < hidden; ++f) {
        const Index at = j * hidden + f;
        const Index read = form.same_step ? t : t - 1;
        const Real below = j == 0 || read < 0 ? 0 : levels.c(read, at - hidden);
        Real z;
        if (j == 0) {
          z = u(t, at);
        } else if (!additive) {
          z = below * u(t, at);
        } else if (form.normalized) {
          z = below + u(t, at);
        } else {
          z = below + weights.z(t, at) * u(t, at);
        }
        const Real decay = decays(t, f);
        const Real before = t == 0 ? 0 : levels.c(t - 1, at);
        levels.z(t, at) = z;
        levels.c(t, at) =
            decay * before + (form.normalized ? 1 - decay : Real{1}) * z;
      }
    }
  }
  return levels;
}

/// An n-gram: its positions, in order.
using Ngram = std::vector<Index>;

/// Calls `visit` with every i_1 < ... < i_order < length; with `repeats`, every
/// i_1 <= ... <= i_order < length. In lexicographic order.
inline void ForEachNgram(Index order, Index length, bool repeats,
                         const std::function<void(const Ngram&)>& visit) {
  Ngram ngram;
  const std::function<void(Index)> extend = [&](Index from) {
    if (static_cast<Index>(ngram.size()) == order) {
      visit(ngram);
      return;
    }
    for (Index i = from; i < length; ++i) {
      ngram.push_back(i);
      extend(repeats ? i : i + 1);
      ngram.pop_back();
    }
  };
  extend(0);
}

inline void ForEachNgram(Index order, Index length,
                         const std::function<void(const Ngram&)>& visit) {
  ForEachNgram(order, length, false, visit);
}

/// The decays of the words between i_1 and t that the n-gram skips: the product
/// of λ_s over s in (i_1, t] \ {i_2..i_n}; λ^(t - i_1 - n + 1) if λ is
/// constant.
inline Real GapWeight(const Matrix& decays, Index unit, const Ngram& ngram,
                      Index t) {
  Real weight = 1;
  for (Index s = ngram.front() + 1; s <= t; ++s) {
    if (std::find(ngram.begin(), ngram.end(), s) == ngram.end()) {
      weight *= decays(s, unit);
    }
  }
  return weight;
}

/// The definition that RcnnByLoops must equal: each level of each word as the
/// sum over all its n-grams. The normalised additive recurrence adds u_j[t]
/// whether or not words stand before t, so there an n-gram may begin before the
/// text: of one that has but its last words in the text, these are summed.
inline RcnnLevels RcnnByEnumeration(const Matrix& u, const Matrix& decays,
                                    const RcnnForm& form) {
  const Index hidden = decays.cols();
  const Index order = u.cols() / hidden;
  RcnnLevels levels{Matrix::Zero(u.rows(), u.cols()),
                    Matrix::Zero(u.rows(), u.cols())};
  const auto keep = [&](Index t, Index unit) {
    return form.normalized ? 1 - decays(t, unit) : Real{1};
  };
  // Adds n-grams whose words meet the levels `first`..j.
  const auto add = [&](Index t, Index j, Index f, Index first) {
    ForEachNgram(j - first + 1, t + 1, form.same_step, [&](const Ngram& ngram) {
      const auto u_of = [&](std::size_t m) {
        return u(ngram[m], (first + static_cast<Index>(m)) * hidden + f);
      };
      Real value = u_of(0);
      Real weight = 1;
      for (std::size_t m = 1; m < ngram.size(); ++m) {
        weight *= keep(ngram[m - 1], f);
        if (form.mapping == Mapping::kMultiplicative) {
          value *= u_of(m);
        } else if (!form.normalized) {
          value += u_of(m);
        }
      }
      if (form.same_step) {
        // Every level has decayed at every word since it was entered.
        for (Index s = ngram.front() + 1; s <= t; ++s) {
          weight *= decays(s, f);
        }
      } else {
        weight *= GapWeight(decays, f, ngram, t);
      }
      const Index at = j * hidden + f;
      levels.c(t, at) += weight * keep(ngram.back(), f) * value;
      if (ngram.back() == t) levels.z(t, at) += weight * value;
    });
  };
  for (Index t = 0; t < u.rows(); ++t) {
    for (Index j = 0; j < order; ++j) {
      for (Index f = 0; f < hidden; ++f) {
        const bool tails =
            form.mapping == Mapping::kAdditive && form.normalized;
        for (Index first = tails ? j : 0; first >= 0; --first) {
          add(t, j, f, first);
        }
      }
    }
  }
  return levels;
}

/// Max pooling: the largest f(i_1..i_j) λ^gap of all n-grams of j words, 0
/// where there is none. `decays` holds one constant.
inline RcnnLevels MaxPoolingByEnumeration(const Matrix& u, const Matrix& decays,
                                          Mapping mapping) {
  const Index hidden = decays.cols();
  constexpr Real kNone = -std::numeric_limits<Real>::infinity();
  RcnnLevels levels{Matrix::Constant(u.rows(), u.cols(), kNone),
                    Matrix::Constant(u.rows(), u.cols(), kNone)};
  for (Index t = 0; t < u.rows(); ++t) {
    for (Index at = 0; at < u.cols(); ++at) {
      const Index f = at % hidden;
      Real& c = levels.c(t, at);
      Real& z = levels.z(t, at);
      ForEachNgram(at / hidden + 1, t + 1, [&](const Ngram& ngram) {
        Real value = u(ngram[0], f);
        for (std::size_t m = 1; m < ngram.size(); ++m) {
          const Real next = u(ngram[m], static_cast<Index>(m) * hidden + f);
          value = mapping == Mapping::kAdditive ? value + next : value * next;
        }
        value *= GapWeight(decays, f, ngram, t);
        c = std::max(c, value);
        if (ngram.back() == t) z = std::max(z, value);
      });
      if (c == kNone) c = 0;
      if (z == kNone) z = 0;
    }
  }
  return levels;
}

/// Table 2.1's normalised aggregation: un-normalised sums divided by the sums
/// of their weights; 0 where there is no n-gram. The normalised recurrences
/// reach it only far from the text's beginning.
inline RcnnLevels ExactlyNormalized(const Matrix& u, const Matrix& decays,
                                    Mapping mapping) {
  RcnnForm form;
  form.mapping = mapping;
  form.normalized = false;
  RcnnLevels levels = RcnnByLoops(u, decays, form);
  const RcnnLevels weights = NgramWeights(decays, u.cols() / decays.cols());
  const auto divide = [](Matrix& sums, const Matrix& by) {
    for (Index i = 0; i < sums.size(); ++i) {
      Real& sum = sums.data()[i];
      sum = by.data()[i] == 0 ? 0 : sum / by.data()[i];
    }
  };
  divide(levels.c, weights.c);
  divide(levels.z, weights.z);
  return levels;
}

/// The output of the layer from its levels, before bias, output matrix and
/// activation: [L x h]. `mix` holds α_1..α_n and is read for kMix alone.
inline Matrix Expose(const RcnnLevels& levels, ExposedState state, Index hidden,
                     const std::vector<Real>& mix = {}) {
  const Index order = levels.c.cols() / hidden;
  const bool exactly_at =
      state == ExposedState::kZ || state == ExposedState::kSumZ;
  const Matrix& level = exactly_at ? levels.z : levels.c;
  const bool last_alone =
      state == ExposedState::kC || state == ExposedState::kZ;
  Matrix shown = Matrix::Zero(level.rows(), hidden);
  for (Index t = 0; t < level.rows(); ++t) {
    for (Index j = last_alone ? order - 1 : 0; j < order; ++j) {
      const Real share = state == ExposedState::kMix
                             ? mix[static_cast<std::size_t>(j)]
                             : Real{1};
      for (Index f = 0; f < hidden; ++f) {
        shown(t, f) += share * level(t, j * hidden + f);
      }
    }
  }
  return shown;
}

/// g of one number.
inline Real Activate(Activation activation, Real value) {
  switch (activation) {
    case Activation::kTanh:
      return std::tanh(value);
    case Activation::kRelu:
      return std::max(value, Real{0});
    case Activation::kIdentity:
      return value;
  }
  return value;
}

}  // namespace whylight
