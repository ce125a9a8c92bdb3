// Sums of neighbouring words, and what became of them back at the words: the
// fold and unfold of dilated composition units (Tay19 chapter 8).
#pragma once

#include <vector>

#include "core/graph/graph.h"
#include "core/ops/sequence.h"

namespace whylight {

/// The number of blocks of `range` words in a sequence of `length` words; the
/// last one may be shorter.
inline Index BlockCount(Index length, Index range) {
  return (length + range - 1) / range;
}

/// Row u · batch + b is the sum of words u · range, ..., (u + 1) · range - 1 of
/// sequence b, as many of them as there are: words beyond the end count as
/// zeros. `x` is the table of words, [D x d].
/// -> [BlockCount(max_length, range)·batch x d].
///
///   range 2, the words 1 2 3 4 5:  3 7 5
Var FoldBlocks(Graph& graph, Var x, const SequenceBatch& words, Index range);

/// A vector for every block of `range` words, as FoldBlocks has them.
struct Blocks {
  Var rows;
  Index range;
};

/// Every word gets the vector of its block; of several ranges, the sum of
/// theirs. `parts` are at least one. Zeros at padding.
/// -> [max_length·batch x d], time-major.
///
///   range 2, the blocks 3 7 5 of five words:  3 3 7 7 5
Var UnfoldBlocks(Graph& graph, const std::vector<Blocks>& parts,
                 const SequenceBatch& words);

}  // namespace whylight
