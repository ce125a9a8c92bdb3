// How well words fit by the best of their layers (Tay19 section 3.3.3).
#pragma once

#include "core/graph/graph.h"
#include "core/ops/sequence.h"

namespace whylight {

/// s_ij = the largest a_pi · b_qj over all pairs of layers p and q, of all
/// pairs of words of each pair of texts, where WordPairs(left, right) says. A
/// row of a table has the vectors of a word from all `layers`, side by side and
/// of equal width. The gradient goes to the layers whose product it is, the
/// first of those that are equal. It holds the products of a few words at a
/// time only. [D x k·d], [D' x k·d] -> [size x 1].
Var CoStackScores(Graph& graph, Var left_table, const SequenceBatch& left,
                  Var right_table, const SequenceBatch& right, Index layers);

}  // namespace whylight
