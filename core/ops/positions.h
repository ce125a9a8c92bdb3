// Where words stand, as waves (Vaswani et al. 2017, section 3.5).
#pragma once

#include <optional>

#include "core/graph/graph.h"
#include "core/ops/sequence.h"

namespace whylight {

/// The words of each text, rows of `words`, [D x d], plus where they stand:
/// sin(p / 10000^(2i/d)) in column 2i and the cosine in column 2i + 1, with p
/// the sum of z over the words before. z is `mask`, [max_length·batch x 1], all
/// ones if absent: p counts the words that are selected, and a gradient reaches
/// z. -> [max_length·batch x d], time-major, zeros at padding.
Var AddPositions(Graph& graph, Var words, const SequenceBatch& batch,
                 std::optional<Var> mask);

}  // namespace whylight
