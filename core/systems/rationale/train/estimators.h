// How a generator learns from samples of its selections (Lei17 section 3.3.3).
#pragma once

#include "core/graph/graph.h"
#include "core/ops/sequence.h"
#include "core/systems/rationale/choice.h"

namespace whylight {

/// Calls `visit(text, word, row)` for the rows of a time-major value that are
/// words, text by text.
template <typename Visit>
void ForEachWord(const SequenceBatch& sequences, const Visit& visit) {
  for (Index b = 0; b < sequences.batch(); ++b) {
    const Index length = sequences.lengths[static_cast<std::size_t>(b)];
    for (Index t = 0; t < length; ++t) {
      visit(b, t, t * sequences.batch() + b);
    }
  }
}

/// The likeliest selection, or with noise added to `numbers` a sample: of a row
/// of competing aspects 1 for the largest, else 1 where a number is above 0.
Matrix ChooseLargest(Choice choice, const Matrix& numbers);

/// A value of 0 whose gradient is that of
///   weight · Σ over texts and aspects of advantage · log p(selection)
/// : where selections are samples of what the generator's `numbers` say
/// and advantages their costs, less what does not depend on
/// the sample, that is in expectation the gradient of the expected cost. The
/// selections of competing aspects are one, and answer for the sum of the
/// costs. `drawn` is what ChooseLargest gave, `advantages` is [texts x
/// aspects]. Not for HardKuma.
Var ScoreFunction(Graph& graph, Choice choice, Var numbers,
                  const SequenceBatch& sequences, const Matrix& drawn,
                  const Matrix& advantages, Real weight);

}  // namespace whylight
