// What the scores of a word with all words of another text come to (Tay19
// section 4.1).
#pragma once

#include <optional>

#include "core/graph/graph.h"
#include "core/ops/attention.h"
#include "core/ops/word_pairs.h"

namespace whylight {

enum class PairPooling { kMax, kMean };

/// For each word that asks, the largest or the mean of its scores with the
/// words of the other text; 0 where it has none, and at padding. `scores` stand
/// where `pairs`, of one head, says. `mask` is z of the other text's words,
/// [max_length·batch x 1]: the largest is among those with z other than 0, and
/// no gradient reaches z; the mean is weighted by z
/// -> [max_length·batch x 1], time-major.
Var PoolPairScores(Graph& graph, Var scores, const WordPairs& pairs, Asks asks,
                   std::optional<Var> mask, PairPooling pooling);

}  // namespace whylight
