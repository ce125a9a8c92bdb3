// Scores of whole trees, to choose among the best of those whose arcs are
// scored (Goldberg15 section 8, "reranking").
//
// A tree is read as phrases of two parts: a word takes the words that hang on
// it one by one, on its left from the nearest to the farthest, then on its
// right, each with all that hangs on it. The vector of a phrase is made of
// those of its parts by a recursive network (core/layers/tree.h), by one matrix
// where the dependent is on the left, by another where it is on the right. So
// each of the n arcs of a tree, that of the root, too, has a vector p that
// knows all below it and what its head has taken so far, and the tree scores
// Σ u · p.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/tree.h"
#include "core/systems/parser/options.h"
#include "core/systems/parser/sentence_vectors.h"

namespace whylight {

/// Adds a tree as phrases to `trees`; `rows` are those of the root and of its
/// words. Gives the nodes of its arcs.
std::vector<std::int32_t> AddPhrasesOf(const Heads& heads,
                                       const std::vector<std::int32_t>& rows,
                                       Trees* trees);

/// The sum of the rows of `table` that each list names -> [lists x cols].
Var SumsOfRows(Graph& graph, Var table,
               const std::vector<std::vector<std::int32_t>>& lists);

class TreeScorer {
 public:
  /// For vectors of width `inputs`. Parameters are those of the TreeLayer
  /// "rerank" and "rerank.output" [hidden x 1].
  TreeScorer(const RerankOptions& options, Index inputs, std::uint64_t seed);

  /// The score of each tree of each sentence, one sentence after the other; at
  /// least one -> [trees x 1].
  Var Score(Graph& graph, const SentenceVectors& sentences,
            const std::vector<std::vector<ScoredTree>>& trees) const;

  std::vector<Parameter*> Parameters();

  /// How many numbers those have.
  static std::uint64_t Size(const RerankOptions& options, Index inputs);

 private:
  TreeLayer layer_;
  Parameter output_;
};

}  // namespace whylight
