// The scores of all arcs of sentences, and of the relations that arcs stand
// for.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/dense.h"
#include "core/ops/tree_losses.h"
#include "core/systems/parser/options.h"
#include "core/systems/parser/sentence_vectors.h"

namespace whylight {

class ArcScorer {
 public:
  /// For vectors of width `inputs`. Parameters are those of the Dense layers
  /// "arcs.head" and "arcs.word", and "arcs.pair": of biaffine scores U and, in
  /// the last column, u, [hidden x hidden + 1]; of others u [1 x hidden].
  ArcScorer(const ParserOptions& options, Index inputs, std::uint64_t seed);

  /// The score of each word of a sentence, and of the root, as the head of each
  /// of its words.
  ArcScores Score(Graph& graph, const SentenceVectors& sentences) const;

  std::vector<Parameter*> Parameters();
  std::vector<const Parameter*> Parameters() const;

  /// How many numbers those have.
  static std::uint64_t Size(const ParserOptions& options, Index inputs);

 private:
  bool biaffine_;
  Dense head_;
  Dense word_;
  Parameter pair_;
};

class RelationScorer {
 public:
  /// W tanh(W_h x_h + W_m x_m + b) + c, one score for each relation. Parameters
  /// are those of the Dense layers "relations.head", "relations.word" and
  /// "relations.output".
  RelationScorer(const ParserOptions& options, Index inputs,
                 std::uint64_t seed);

  /// Of each arc -> [arcs x relations].
  Var Score(Graph& graph, const SentenceVectors& sentences,
            const ArcRows& arcs) const;

  std::vector<Parameter*> Parameters();
  std::vector<const Parameter*> Parameters() const;

  static std::uint64_t Size(const ParserOptions& options, Index inputs);

 private:
  Dense head_;
  Dense word_;
  Dense output_;
};

}  // namespace whylight
