// What a parser has read of a batch of sentences: vectors of their words and of
// the root, in one table.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"
#include "core/ops/eisner.h"
#include "core/ops/sequence.h"

namespace whylight {

struct SentenceVectors {
  Var table;  ///< [1 + D x d]: the root, then the rows that words share.
  SequenceBatch words;  ///< Which row of the table stands where: from 1.

  Index sentences() const { return words.batch(); }
  /// The number of words of sentence `b`.
  Index size(Index b) const {
    return words.lengths[static_cast<std::size_t>(b)];
  }
  /// The row of a word, from 1, of sentence `b`; of the root, 0.
  std::int32_t row(std::int32_t word, Index b) const {
    return word == 0 ? 0 : words.row(word - 1, b);
  }
};

/// The rows of the ends of arcs.
struct ArcRows {
  std::vector<std::int32_t> heads;
  std::vector<std::int32_t> words;
};

/// Those of the arc to each word, one sentence after the other, where `heads`
/// are those of each.
ArcRows RowsOfArcs(const SentenceVectors& sentences,
                   const std::vector<const Heads*>& heads);

}  // namespace whylight
