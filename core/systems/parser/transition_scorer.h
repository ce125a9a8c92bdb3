// Scores of transitions from the vectors of the words at the top of the stack
// and at the front of the buffer (Kiperwasser and Goldberg 2016), by a
// perceptron with one hidden layer (Chen and Manning 2014; Goldberg15 sections
// 3 and 4).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/dense.h"
#include "core/model/read_layers.h"
#include "core/systems/parser/options.h"
#include "core/systems/parser/sentence_vectors.h"
#include "core/systems/parser/transitions.h"

namespace whylight {

class TransitionScorer {
 public:
  /// For vectors of width `inputs`. Parameters are "transitions.features", the
  /// matrices of the words of a configuration side by side, [inputs x words ·
  /// hidden], "transitions.bias" [1 x hidden], and those of the Dense layer
  /// "transitions.output".
  TransitionScorer(const ParserOptions& options, Index inputs,
                   std::uint64_t seed);

  /// What each row of a table adds to the hidden layer in each place of a
  /// configuration, [rows x words · hidden].
  Var Project(Graph& graph, const SentenceVectors& sentences) const;

  /// The best tree of sentence `b` that a beam finds; its score is the sum of
  /// those of its transitions.
  ScoredTree BestTreeOf(const Graph& graph, const SentenceVectors& sentences,
                        Var projected, Index b) const;

  /// Σ_b weights[b] · the loss of the options, of sentences and their trees,
  /// which are projective -> [1 x 1]. What is drawn at random is drawn as
  /// `draws` says.
  Var Loss(Graph& graph, const SentenceVectors& sentences, Var projected,
           const std::vector<const Heads*>& heads,
           std::span<const Real> weights, const TextDropout& draws) const;

  std::vector<Parameter*> Parameters();
  std::vector<const Parameter*> Parameters() const;

  /// How many numbers those have.
  static std::uint64_t Size(const ParserOptions& options, Index inputs);

 private:
  using Scores = std::array<double, kTransitions>;
  // Rows of the table at the places of a configuration, -1 where there is none.
  using Places = std::vector<std::int32_t>;
  // Configurations that a loss speaks of, one after the other.
  struct Visited {
    std::vector<Places> places;
    std::vector<std::array<bool, kTransitions>> allowed;

    std::size_t Add(Places at, const Configuration& configuration);
  };
  struct Hypothesis;

  Places PlacesOf(const SentenceVectors& sentences, Index b,
                  const Configuration& at) const;
  // From values alone: the scores of transitions, -∞ where not allowed; if they
  // are learned one by one, logarithms of probabilities.
  Scores ScoresOf(const Graph& graph, Var projected, const Places& places,
                  const Configuration& at) const;
  // The same of all `visited`, [configurations x 3], without bounds.
  Var Score(Graph& graph, Var projected, const Visited& visited) const;
  // All that follow from a beam, the best first, as many as fit.
  std::vector<Hypothesis> Extend(const Graph& graph,
                                 const SentenceVectors& sentences,
                                 Var projected, Index b,
                                 const std::vector<Hypothesis>& beam,
                                 const Heads* right) const;
  Var LossOfEach(Graph& graph, const SentenceVectors& sentences, Var projected,
                 const std::vector<const Heads*>& heads,
                 std::span<const Real> weights, const TextDropout& draws) const;
  Var LossOfSequences(Graph& graph, const SentenceVectors& sentences,
                      Var projected, const std::vector<const Heads*>& heads,
                      std::span<const Real> weights) const;

  ParserLoss loss_;
  TransitionOptions options_;
  Index hidden_;
  Parameter features_;
  Parameter bias_;
  Dense output_;
};

}  // namespace whylight
