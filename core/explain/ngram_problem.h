// The run and the functional that n-grams are told apart in, in double
// precision: what the sum over all n-grams and a single n-gram both need.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/explain/ngram_attribution.h"
#include "core/math/kernels.h"

namespace whylight {

/// kInvalidArgument: "n-grams: message".
Error BadNgrams(const std::string& message);

/// Fails as AttributeToNgrams does.
Status CheckNgramProblem(const RcnnRecord& record,
                         const StateFunctional& functional);

/// Levels count from 1, as in the equations; level j is block j - 1 of a row.
struct NgramProblem {
  using Doubles = MatrixOf<double>;

  NgramProblem(const RcnnRecord& record, const StateFunctional& functional);

  template <typename Blocks>
  static auto Level(Blocks& blocks, Index row, Index level, Index units) {
    return blocks.row(row).segment((level - 1) * units, units).array();
  }
  auto Product(Index word, Index level) const {
    return Level(products, word, level, units);
  }

  bool additive() const { return form.mapping == Mapping::kAdditive; }
  bool begins_in_padding() const { return additive() && form.normalized; }

  RcnnForm form;
  Index words;
  Index units;
  Index order;
  Doubles products;
  Doubles decays;
  Doubles gates;  ///< q
  Doubles c_weights;
  Doubles z_weights;
};

/// The weight that an n-gram of level j gets for ending at word i: that of
/// z_j[i], and q_i times that of c_j at i and, decayed, at every later word.
MatrixOf<double> EndWeights(const NgramProblem& problem);

/// Π λ over the words before each word.
MatrixOf<double> DecaysBefore(const NgramProblem& problem);

}  // namespace whylight
