// Losses of trees over sentences whose arcs are scored (Goldberg15 section 8;
// Eisner 1996; McDonald et al. 2005).
#pragma once

#include <span>

#include "core/graph/graph.h"
#include "core/ops/eisner.h"
#include "core/ops/word_pairs.h"

namespace whylight {

/// The scores of the arcs of a batch of sentences: those of each sentence are
/// the matrix that `places` has of it, as eisner.h has them.
struct ArcScores {
  Var column;        ///< [places.size() x 1].
  WordPairs places;  ///< Heads, the root first, with words.
};

/// The heads of the words of each sentence.
using HeadsOfTexts = std::span<const Heads* const>;

/// The scores of sentence `b`.
MatrixOf<double> ArcScoresOf(const Graph& graph, const ArcScores& arcs,
                             Index b);

/// Σ_b weights[b] · -log P(tree of b), where P is exp(score) over the sum of it
/// over all projective trees -> [1 x 1]. Trees must be projective.
Var TreeCrfLoss(Graph& graph, const ArcScores& arcs, HeadsOfTexts heads,
                std::span<const Real> weights);

/// Σ_b weights[b] · max over all projective trees y of (score(y) + margin · the
/// number of words with a wrong head in y) - score(tree of b) -> [1 x 1]: the
/// structured hinge loss with the Hamming distance as cost. With margin 0 it is
/// the structured perceptron's. Trees must be projective.
Var TreeMarginLoss(Graph& graph, const ArcScores& arcs, HeadsOfTexts heads,
                   std::span<const Real> weights, double margin);

/// Σ_b weights[b] · Σ_m -log P(head of word m), where P is the softmax over all
/// heads that the word may have by itself -> [1 x 1].
Var HeadSoftmaxLoss(Graph& graph, const ArcScores& arcs, HeadsOfTexts heads,
                    std::span<const Real> weights);

}  // namespace whylight
