// Words compared by dense units, as in decomposable attention (Parikh et al.
// 2016; Tay19 section 11) and in ESIM (Chen et al. 2017).
#pragma once

#include <cstdint>
#include <vector>

#include "core/layers/alignment.h"
#include "core/layers/dense.h"
#include "core/systems/pairs/options.h"
#include "core/systems/pairs/word_comparison.h"

namespace whylight {

/// ReLU([a; β; a ⊙ β; a - β] · W + c) of each word a and of what it reads, β.
class DenseComparison : public WordComparison {
 public:
  /// `options` and `inputs` must pass Check. Parameters are those of
  /// AlignmentLayer "align" and of Dense "compare".
  DenseComparison(const PairOptions& options, Index inputs, std::uint64_t seed);

  /// What is wrong with `options` for words of width `inputs`, or nothing.
  static Status Check(const PairOptions& options, Index inputs);
  /// How many numbers are in the matrices.
  static Index Size(const PairOptions& options, Index inputs);

  Index outputs() const override { return compare_.weight().value.cols(); }
  Alignment Align(Graph& graph, const PairSide& first,
                  const PairSide& second) const override {
    return align_.Align(graph, first.words, second.words);
  }
  ComparedWords Compare(Graph& graph, const PairSide& first,
                        const PairSide& second,
                        std::uint64_t reader) const override;
  std::vector<Parameter*> Parameters() override;

 private:
  AlignmentLayer align_;
  Dense compare_;
};

}  // namespace whylight
