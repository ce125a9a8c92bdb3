// Numbers beside each word that say how it fits what it reads of both texts
// (Tay19 sections 3.2 and 4.1).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/alignment.h"
#include "core/layers/pair_compression.h"
#include "core/layers/sequence_layer.h"
#include "core/systems/pairs/options.h"
#include "core/systems/pairs/word_comparison.h"

namespace whylight {

/// Three numbers for each WordSum: kOwn, kOther, and in MCAN the others, too.
class WordNumbers {
 public:
  /// For words of width `inputs`; `options` and `inputs` must pass Check.
  /// Parameters are those of the AlignmentLayers `prefix`align and
  /// `prefix`own_align, and of the PairCompressions `prefix`own_numbers,
  /// `prefix`other_numbers, and so on.
  WordNumbers(const std::string& prefix, const PairOptions& options,
              Index inputs, std::uint64_t seed);

  /// What is wrong with `options` for words of width `inputs`, or nothing.
  static Status Check(const PairOptions& options, Index inputs);
  /// How many numbers are in the matrices.
  static Index Size(const PairOptions& options, Index inputs);

  /// How many numbers a word gets.
  static Index Count(PairKind kind);

  /// The width of a word with its numbers.
  Index outputs() const { return inputs_ + Count(kind_); }

  /// What words read of the other text.
  Alignment Align(Graph& graph, const Sequences& first,
                  const Sequences& second) const {
    return align_.Align(graph, first, second);
  }

  /// The words with their numbers beside them.
  ComparedWords Apply(Graph& graph, const Sequences& first,
                      const Sequences& second) const;

  /// The numbers of one pair as sums.
  SplitFeatures Split(Graph& graph, const Sequences& first,
                      const Sequences& second) const;

  /// Each once.
  std::vector<Parameter*> Parameters();

 private:
  struct Compared {
    WordSum sum;
    PairCompression numbers;
  };

  // The sum at every position of `words`, a side of `aligned`.
  Var Sum(Graph& graph, WordSum sum, const Sequences& words,
          const Sequences& other, const Alignment& aligned, Asks asks) const;
  Sequences Beside(Graph& graph, const Sequences& words, const Sequences& other,
                   const Alignment& aligned, Asks asks) const;
  // How much each word of the sum counts for each word of the only text.
  Matrix Weights(Graph& graph, WordSum sum, const Sequences& words,
                 const Sequences& other, const Alignment& aligned,
                 Asks asks) const;
  // The numbers of the words of the only text.
  std::vector<SplitFeature> SplitSide(Graph& graph, const Sequences& words,
                                      const Sequences& other,
                                      const Alignment& aligned,
                                      Asks asks) const;

  PairKind kind_;
  Index inputs_;
  AlignmentLayer align_;
  AlignmentLayer own_align_;
  std::vector<Compared> compared_;
};

}  // namespace whylight
