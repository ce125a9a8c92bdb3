// Sentences with the head of each word: word vectors, layers over them, scores
// of all arcs, and the best tree (Goldberg15 sections 3, 4 and 8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/dense.h"
#include "core/model/layer_list.h"
#include "core/model/read_layers.h"
#include "core/model/surface.h"
#include "core/model/word_batch.h"
#include "core/systems/parser/arc_scorer.h"
#include "core/systems/parser/options.h"
#include "core/systems/parser/sentence_vectors.h"
#include "core/systems/parser/transition_scorer.h"
#include "core/systems/parser/tree_scorer.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The longest sentence that is parsed, in words: a tree takes the cube of it.
inline constexpr std::size_t kMaxSentenceWords = 500;

/// The head of each word of a sentence (core/ops/eisner.h), and the number of
/// its relation to it.
struct DependencyTree {
  Heads heads;
  std::vector<std::int32_t> relations;
  /// The number of each word's tag, of models that learn them.
  std::vector<std::int32_t> tags = {};

  friend bool operator==(const DependencyTree&,
                         const DependencyTree&) = default;
};

/// A sentence with its tree.
struct ParsedText {
  std::vector<Span> words;
  DependencyTree tree;
  /// The sum of those of its arcs, or transitions, and of that of the whole
  /// where trees are scored as such.
  double score = 0;
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
  std::vector<std::string> tags = {};  ///< Of models that are given them.
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
  const std::vector<std::string>& tags() const { return options_.tags.labels; }
  const Vocabulary& vocabulary() const { return vocabulary_; }

  /// The tree of a text, which is one sentence of any bytes. Fails beyond
  /// kMaxSentenceWords, and with kNotFinite where the scores of a model
  /// overflow; with kInvalidArgument where a model has not what is wanted, and
  /// unless a model that is to be given tags has one of its own for each
  /// word.
  Result<ParsedText> Parse(std::string_view utf8,
                           const ParseWanted& wanted = {}) const;

  // The parts, for training and evaluation.

  /// The sentences, and what scores their arcs or transitions.
  struct Scored {
    /// The scores of tags, and which row of them is of which word.
    struct Tags {
      Var scores;
      SequenceBatch batch;
    };
    SentenceVectors sentences;
    std::optional<ArcScores> arcs;
    std::optional<Var> projected;  ///< See TransitionScorer.
    std::optional<Tags> tags;      ///< Where they are learned.
  };
  /// Of models that read words as they stand in a text, `texts` count `forms`.
  Scored Score(Graph& graph, const WordBatch& texts,
               const TextDropout& dropout = {},
               std::span<const WordForm> forms = {}) const;

  /// The loss of the options, that of each sentence, weighted, with the
  /// cross-entropy of the relations of its words and, where they are learned,
  /// that of their tags. Trees must be projective. What is drawn at random is
  /// drawn as `draws` says.
  Var Loss(Graph& graph, const Scored& texts,
           std::span<const DependencyTree* const> trees,
           std::span<const Real> weights, const TextDropout& draws = {}) const;

  /// The best trees of each sentence by the scores of their arcs, as many as
  /// are scored anew; at least one.
  std::vector<std::vector<ScoredTree>> CandidatesOf(const Graph& graph,
                                                    const Scored& texts) const;

  /// The best tree of each sentence, the best relation of each of its arcs and,
  /// where they are learned, the best tag of each of its words.
  std::vector<DependencyTree> BestTreesOf(Graph& graph,
                                          const Scored& texts) const;

  /// The parameters that training changes.
  std::vector<Parameter*> Parameters();

 private:
  Parser(ParserOptions options, Vocabulary vocabulary, Matrix vectors,
         LayerList layers, LayerList above, std::uint64_t seed);

  // The numbers of the tags that a text of so many words is given.
  Result<std::vector<std::int32_t>> FindTags(
      const std::vector<std::string>& tags, std::size_t words) const;
  // A vector of each distinct word of `texts`.
  Var LookUp(Graph& graph, const WordBatch& texts, const TextDropout& dropout,
             std::span<const WordForm> forms) const;

  // What scores whole trees adds to the scores of `candidates`, one sentence
  // after the other, [trees x 1].
  Var ScoreAnew(Graph& graph, const Scored& texts,
                const std::vector<std::vector<ScoredTree>>& candidates) const;
  // The same trees with their new scores, the best first.
  std::vector<std::vector<ScoredTree>> RankedTreesOf(Graph& graph,
                                                     const Scored& texts) const;
  // Σ_b weights[b] · the structured hinge loss among the candidates of b, where
  // the right one is that with the fewest wrong heads.
  Var LossOfRanks(Graph& graph, const Scored& texts,
                  const std::vector<const Heads*>& heads,
                  std::span<const Real> weights) const;
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
  Parameter surface_;  // A row a feature of how words are written.
  Parameter tags_;     // A row a tag that is read.
  LayerList layers_;
  std::optional<Dense> tagger_;  // Where tags are learned.
  LayerList above_;              // The layers after it.
  Parameter root_;
  // One of both.
  std::optional<ArcScorer> arcs_;
  std::optional<TransitionScorer> transitions_;
  RelationScorer relations_;
  std::optional<TreeScorer> trees_;
};

}  // namespace whylight
