// Losses of whole sequences of tags, which are scored by their parts: each word
// with its tag, and each tag after the one before (Goldberg15 section 8).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/ops/sequence.h"
#include "core/ops/viterbi.h"

namespace whylight {

/// The scores of the parts. A sequence of tags scores the sum of its parts.
struct TagScores {
  Var words;    ///< [D x K]: of each tag at each row of the batch's table.
  Var start;    ///< [1 x K]: of each tag at the first word.
  Var between;  ///< [K x K]: of tag k after tag j, in row j.
  Var end;      ///< [1 x K]: of each tag at the last word.
};

/// The values of the scores of tags beside each other.
TagTransitions TransitionsOf(const Graph& graph, const TagScores& scores);

/// The values of the scores at the words of sequence `b`, [L x K].
MatrixOf<double> WordScoresOf(const Graph& graph, Var words,
                              const SequenceBatch& batch, Index b);

/// Of a linear-chain CRF: Σ_b weights[b] · -log P(tags of b), where P is
/// exp(score) over the sum of it over all sequences of tags -> [1 x 1]. `tags`
/// are those of each sequence of `batch`. Scores may be -∞, but not those of
/// `tags`. Takes L · K² exponentials a sequence.
Var CrfLoss(Graph& graph, const TagScores& scores, const SequenceBatch& batch,
            std::span<const std::vector<std::int32_t>* const> tags,
            std::span<const Real> weights);

/// Σ_b weights[b] · max over all sequences y of (score(y) + margin · the number
/// of tags in y that are wrong) - score(tags of b) -> [1 x 1]: the structured
/// hinge loss, which is 0 where the right tags lead all others by the margin.
/// With margin 0 it is the structured perceptron's (Collins 2002).
Var MarginLoss(Graph& graph, const TagScores& scores,
               const SequenceBatch& batch,
               std::span<const std::vector<std::int32_t>* const> tags,
               std::span<const Real> weights, double margin);

/// Σ_b weights[b] · Σ_t -log P(tag of word t), where P is the softmax over all
/// tags at the word by itself; `words` are their scores, as above -> [1 x 1].
Var TagSoftmaxLoss(Graph& graph, Var words, const SequenceBatch& batch,
                   std::span<const std::vector<std::int32_t>* const> tags,
                   std::span<const Real> weights);

}  // namespace whylight
