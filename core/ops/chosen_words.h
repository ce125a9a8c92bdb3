// The words of a text that was chosen among several (Tay19 section 7.3).
#pragma once

#include "core/graph/graph.h"
#include "core/ops/sequence.h"

namespace whylight {

/// For each sequence of `candidates`, whose rows are numbers of `texts`, the
/// sum over its texts of the weight of the text times its words, the first
/// `length` of each, side by side: a one-hot weight gives the words of one
/// text, and each weight gets the gradient of what its text would add. A text
/// is zeros beyond its end. `table` is of words, [D x d]; `weights`,
/// [max_length·batch x 1], time-major -> [length·batch x d], time-major.
Var ChosenWords(Graph& graph, Var table, const SequenceBatch& texts,
                const SequenceBatch& candidates, Var weights, Index length);

}  // namespace whylight
