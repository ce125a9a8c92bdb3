// Attention of the words of a text to those near them (Tay19 section 6.3: block
// self-attention).
#pragma once

#include "core/graph/graph.h"
#include "core/ops/sequence.h"

namespace whylight {

/// For each word i of each text, Σ_j softmax_j(scale · q_i · k_j) v_j over the
/// words j with |i - j| <= band; with a band as long as the text, over all, as
/// Attend has it. Rows of `queries`, `keys` and `values` are words as in
/// `words`. Takes L · band products and, while recording, as much memory.
/// -> [max_length·batch x v], time-major; zeros at padding.
Var AttendInBand(Graph& graph, Var queries, Var keys, Var values,
                 const SequenceBatch& words, Index band, Real scale);

}  // namespace whylight
