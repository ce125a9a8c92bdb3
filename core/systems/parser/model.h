// Sentences with the head of each word: word vectors, layers over them, scores
// of all arcs, and the best tree (Goldberg15 sections 3, 4 and 8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/model/layer_list.h"
#include "core/model/read_layers.h"
#include "core/model/word_batch.h"
#include "core/systems/parser/arc_scorer.h"
#include "core/systems/parser/options.h"
#include "core/systems/parser/sentence_vectors.h"
#include "core/systems/parser/transition_scorer.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The longest sentence that is parsed, in words: a tree takes the cube of it.
inline constexpr std::size_t kMaxSentenceWords = 500;

/// The head of each word of a sentence (core/ops/eisner.h), and the number of
/// its relation to it.
struct DependencyTree {
  Heads heads;
  std::vector<std::int32_t> relations;

  friend bool operator==(const DependencyTree&,
                         const DependencyTree&) = default;
};

/// A sentence with its tree.
struct ParsedText {
  std::vector<Span> words;
  DependencyTree tree;
  double score = 0;  ///< The sum of those of its arcs, or transitions.
  /// Of each arc, by how much the tree leads the best one without it; ∞ where
  /// there is none.
  std::vector<double> margins = {};
  /// The best trees, the first of them `tree`, where they were asked for.
  std::vector<ScoredTree> best = {};
};

/// What `Parse` is to say besides the tree.
struct ParseWanted {
  bool margins = false;
  std::size_t best = 0;
};

class Parser {
 public:
  /// A model to train, with parameters drawn from `seed`. `vectors` has a row a
  /// word of `vocabulary`. Fails with kInvalidArgument, naming the option.
  static Result<Parser> Make(ParserOptions options, Vocabulary vocabulary,
                             Matrix vectors, std::uint64_t seed);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<Parser> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Word vectors are stored as `vectors`, all
  /// other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  const ParserOptions& options() const { return options_; }
  const std::vector<std::string>& relations() const {
    return options_.relations;
  }
  const Vocabulary& vocabulary() const { return vocabulary_; }

  /// The tree of a text, which is one sentence of any bytes. Fails beyond
  /// kMaxSentenceWords, and with kNotFinite where the scores of a model
  /// overflow; with kInvalidArgument where transitions have not what is wanted.
  Result<ParsedText> Parse(std::string_view utf8,
                           const ParseWanted& wanted = {}) const;

  // The parts, for training and evaluation.

  /// The sentences, and what scores their arcs or transitions.
  struct Scored {
    SentenceVectors sentences;
    std::optional<ArcScores> arcs;
    std::optional<Var> projected;  ///< See TransitionScorer.
  };
  Scored Score(Graph& graph, const WordBatch& texts,
               const TextDropout& dropout = {}) const;

  /// The loss of the options, that of each sentence, weighted, and the
  /// cross-entropy of the relations of its words. Trees must be projective.
  /// What is drawn at random is drawn as `draws` says.
  Var Loss(Graph& graph, const Scored& texts,
           std::span<const DependencyTree* const> trees,
           std::span<const Real> weights, const TextDropout& draws = {}) const;

  /// The best tree of each sentence, and the best relation of each of its arcs.
  std::vector<DependencyTree> BestTreesOf(Graph& graph,
                                          const Scored& texts) const;

  /// The parameters that training changes.
  std::vector<Parameter*> Parameters();

 private:
  Parser(ParserOptions options, Vocabulary vocabulary, Matrix vectors,
         LayerList layers, std::uint64_t seed);

  Var LossOfHeads(Graph& graph, const Scored& texts,
                  const std::vector<const Heads*>& heads,
                  std::span<const Real> weights,
                  const TextDropout& draws) const;
  ScoredTree BestTreeOf(const Graph& graph, const Scored& texts, Index b) const;
  // Of the arc to each word, one sentence after the other.
  Var ScoreRelations(Graph& graph, const SentenceVectors& sentences,
                     const std::vector<const Heads*>& heads) const;

  // All but those of words and layers.
  std::vector<Parameter*> OwnParameters();

  ParserOptions options_;
  Vocabulary vocabulary_;
  Parameter vectors_;
  LayerList layers_;
  Parameter root_;
  // One of both.
  std::optional<ArcScorer> arcs_;
  std::optional<TransitionScorer> transitions_;
  RelationScorer relations_;
};

}  // namespace whylight
