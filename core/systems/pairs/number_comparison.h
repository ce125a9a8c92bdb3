// Words with numbers beside them, as in CAFE and MCAN (Tay19 sections 3.2 and
// 4.1).
#pragma once

#include <cstdint>
#include <vector>

#include "core/systems/pairs/options.h"
#include "core/systems/pairs/word_comparison.h"
#include "core/systems/pairs/word_numbers.h"

namespace whylight {

/// WordNumbers of the words themselves.
class NumberComparison : public WordComparison {
 public:
  /// `options` and `inputs` must pass Check. Parameters are those of
  /// WordNumbers without a prefix.
  NumberComparison(const PairOptions& options, Index inputs, std::uint64_t seed)
      : numbers_("", options, inputs, seed) {}

  /// What is wrong with `options` for words of width `inputs`, or nothing.
  static Status Check(const PairOptions& options, Index inputs) {
    return WordNumbers::Check(options, inputs);
  }
  /// How many numbers are in the matrices.
  static Index Size(const PairOptions& options, Index inputs) {
    return WordNumbers::Size(options, inputs);
  }

  Index outputs() const override { return numbers_.outputs(); }
  Alignment Align(Graph& graph, const PairSide& first,
                  const PairSide& second) const override {
    return numbers_.Align(graph, first.words, second.words);
  }
  ComparedWords Compare(Graph& graph, const PairSide& first,
                        const PairSide& second,
                        std::uint64_t /*reader*/) const override {
    return numbers_.Apply(graph, first.words, second.words);
  }
  SplitFeatures Split(Graph& graph, const PairSide& first,
                      const PairSide& second) const override {
    return numbers_.Split(graph, first.words, second.words);
  }
  std::vector<Parameter*> Parameters() override {
    return numbers_.Parameters();
  }

 private:
  WordNumbers numbers_;
};

}  // namespace whylight
