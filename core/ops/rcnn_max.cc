#include "core/ops/rcnn_max.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace whylight {
namespace {

// An n-gram of one unit and what it is worth.
struct Ngram {
  Real value;
  std::array<std::int32_t, kMaxOrder> words;
};

using Best = std::optional<Ngram>;

Ngram Extend(const Ngram& prefix, Index length, std::int32_t word, Real value) {
  Ngram longer = prefix;
  longer.words[static_cast<std::size_t>(length)] = word;
  longer.value = value;
  return longer;
}

Best Scaled(const Best& ngram, Real factor) {
  Best scaled = ngram;
  if (scaled) scaled->value *= factor;
  return scaled;
}

void KeepLarger(const Best& other, Best& best) {
  if (other && (!best || other->value > best->value)) best = other;
}

void KeepSmaller(const Best& other, Best& best) {
  if (other && (!best || other->value < best->value)) best = other;
}

// λ^exponent with 0^0 = 1.
Real Power(Real decay, Index exponent) {
  return exponent == 0 ? Real{1} : std::pow(decay, static_cast<Real>(exponent));
}

// One unit at a time: its candidates, and where its results go.
class Unit {
 public:
  Unit(const Matrix& candidates, Index order, Index unit, MaxNgrams& found)
      : candidates_(candidates),
        order_(order),
        hidden_(candidates.cols() / order),
        unit_(unit),
        found_(found) {}

  Index order() const { return order_; }
  Index length() const { return candidates_.rows(); }
  Real u(Index j, Index t) const {
    return candidates_(t, (j - 1) * hidden_ + unit_);
  }
  void SetZ(Index j, Index t, const Best& best) {
    Set(j, t, best, found_.z, found_.z_words);
  }
  void SetC(Index j, Index t, const Best& best) {
    Set(j, t, best, found_.c, found_.c_words);
  }

 private:
  void Set(Index j, Index t, const Best& best, Matrix& values,
           std::vector<std::int32_t>& words) {
    const Index column = (j - 1) * hidden_ + unit_;
    if (!best) return;
    values(t, column) = best->value;
    std::copy_n(best->words.begin(), j,
                words.begin() + (t * values.cols() + column) * order_);
  }

  const Matrix& candidates_;
  Index order_;
  Index hidden_;
  Index unit_;
  MaxNgrams& found_;
};

void FindMultiplicative(Unit unit, Real decay) {
  const auto levels = static_cast<std::size_t>(unit.order());
  // Of the n-grams that end before t, with their decay up to there.
  std::vector<Best> largest(levels + 1);
  std::vector<Best> smallest(levels + 1);
  for (Index t = 0; t < unit.length(); ++t) {
    const auto word = static_cast<std::int32_t>(t);
    for (Index j = unit.order(); j >= 1; --j) {
      const auto level = static_cast<std::size_t>(j);
      Best high;
      Best low;
      if (j == 1) {
        high = low = Extend({}, 0, word, unit.u(1, t));
      } else if (largest[level - 1]) {
        for (const Best* prefix : {&largest[level - 1], &smallest[level - 1]}) {
          const Ngram longer =
              Extend(**prefix, j - 1, word, (*prefix)->value * unit.u(j, t));
          KeepLarger(longer, high);
          KeepSmaller(longer, low);
        }
      }
      unit.SetZ(j, t, high);
      largest[level] = Scaled(largest[level], decay);
      smallest[level] = Scaled(smallest[level], decay);
      KeepLarger(high, largest[level]);
      KeepSmaller(low, smallest[level]);
      unit.SetC(j, t, largest[level]);
    }
  }
}

void FindAdditive(Unit unit, Real decay) {
  const auto levels = static_cast<std::size_t>(unit.order());
  // For each first word and level, the largest sum so far, not decayed.
  std::vector<std::vector<Best>> from;
  for (Index t = 0; t < unit.length(); ++t) {
    const auto word = static_cast<std::int32_t>(t);
    from.emplace_back(levels + 1);
    for (Index j = unit.order(); j >= 1; --j) {
      const auto level = static_cast<std::size_t>(j);
      Best ending;
      Best any;
      for (Index first = 0; first <= t; ++first) {
        std::vector<Best>& best = from[static_cast<std::size_t>(first)];
        Best longer;
        if (j == 1 && first == t) {
          longer = Extend({}, 0, word, unit.u(1, t));
        } else if (j > 1 && best[level - 1]) {
          longer = Extend(*best[level - 1], j - 1, word,
                          best[level - 1]->value + unit.u(j, t));
        }
        KeepLarger(longer, best[level]);
        if (!best[level]) continue;
        const Real weight = Power(decay, t - first - j + 1);
        KeepLarger(Scaled(longer, weight), ending);
        KeepLarger(Scaled(best[level], weight), any);
      }
      unit.SetZ(j, t, ending);
      unit.SetC(j, t, any);
    }
  }
}

}  // namespace

MaxNgrams FindMaxNgrams(const Matrix& candidates, Index order, Mapping mapping,
                        Real decay) {
  MaxNgrams found;
  found.z = found.c = Matrix::Zero(candidates.rows(), candidates.cols());
  found.z_words.assign(static_cast<std::size_t>(candidates.size() * order), -1);
  found.c_words = found.z_words;
  for (Index unit = 0; unit < candidates.cols() / order; ++unit) {
    if (mapping == Mapping::kMultiplicative) {
      FindMultiplicative({candidates, order, unit, found}, decay);
    } else {
      FindAdditive({candidates, order, unit, found}, decay);
    }
  }
  return found;
}

void SendBack(const MaxNgrams& found, const Matrix& candidates, Mapping mapping,
              Real decay, const Matrix& d_z, const Matrix& d_c,
              Matrix& d_candidates) {
  if (candidates.size() == 0) return;
  const auto order =
      static_cast<Index>(found.z_words.size()) / candidates.size();
  const Index hidden = candidates.cols() / order;
  const auto send = [&](const std::vector<std::int32_t>& all_words, Index t,
                        Index column, Real gradient) {
    const std::int32_t* words =
        all_words.data() + (t * candidates.cols() + column) * order;
    if (words[0] < 0 || gradient == Real{0}) return;
    const Index length = column / hidden + 1;
    const Index unit = column % hidden;
    const Real weight = gradient * Power(decay, t - words[0] - length + 1);
    for (Index k = 0; k < length; ++k) {
      Real factor = weight;
      for (Index m = 0; m < length; ++m) {
        if (mapping == Mapping::kAdditive || m == k) continue;
        factor *= candidates(words[m], m * hidden + unit);
      }
      d_candidates(words[k], k * hidden + unit) += factor;
    }
  };
  for (Index t = 0; t < candidates.rows(); ++t) {
    for (Index column = 0; column < candidates.cols(); ++column) {
      send(found.z_words, t, column, d_z(t, column));
      send(found.c_words, t, column, d_c(t, column));
    }
  }
}

}  // namespace whylight
