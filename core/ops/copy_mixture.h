// The next word of an answer: copied from a text, or generated from a list (See
// et al. 2017; Tay19 chapter 6). Of scores e of the places of the text, v of
// the words of the list and z of copying,
//
//   P(place i) = p · softmax(e)_i,   P(word k) = (1 - p) · softmax(v)_k
//
// with p = σ(z) are one distribution over both.
#pragma once

#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/math/matrix.h"

namespace whylight {

/// The scores of the next word after each text of a batch.
struct CopyScores {
  Var places;   ///< e, [max_length·batch x 1], time-major.
  Var copying;  ///< z, [batch x 1].
  Var words;    ///< v, [batch x words].
};

/// What they say of one text.
struct CopyMixture {
  double copying = 0;          ///< p
  std::vector<double> places;  ///< softmax(e): how much each is attended to.
  std::vector<double> words;   ///< softmax(v)

  double OfPlace(std::size_t place) const { return copying * places[place]; }
  double OfWord(std::size_t word) const { return (1 - copying) * words[word]; }
};

/// Text `text` of those of these lengths.
CopyMixture CopyMixtureOf(const Graph& graph, const CopyScores& scores,
                          const std::vector<Index>& lengths, Index text);

/// What is right of a text: any of `places`, each once, and `word`.
struct CopyTarget {
  std::vector<Index> places;
  Index word = -1;  ///< -1: none.

  bool empty() const { return places.empty() && word < 0; }
};

/// Σ_b weights[b] · -log (Σ P(place) + P(word)) of what is right -> [1 x 1].
/// Null in `targets`: what the scores of the text say is not looked at.
Var CopyLoss(Graph& graph, const CopyScores& scores,
             const std::vector<Index>& lengths,
             std::span<const CopyTarget* const> targets,
             std::span<const Real> weights);

}  // namespace whylight
