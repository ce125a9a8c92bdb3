// Ratings with their rationales: a generator picks words for each aspect, an
// encoder predicts the aspect's rating from those words alone (Lei17 section
// 3.3).
//
// By default the aspects compete: the generator gives each word a distribution
// over all aspects and none, so that a word that speaks of one aspect is not
// taken for another (choice.h has the other ways). One encoder serves all
// aspects; it reads each aspect's words with its state carried over the others,
// and has one output per aspect.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/graph/graph.h"
#include "core/layers/dense.h"
#include "core/layers/embedding.h"
#include "core/layers/rcnn.h"
#include "core/model/layer_list.h"
#include "core/model/limits.h"
#include "core/model/word_batch.h"
#include "core/systems/rationale/boundaries.h"
#include "core/systems/rationale/explanation.h"
#include "core/systems/rationale/options.h"
#include "core/systems/rationale/text_reader.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

class RationaleModel {
 public:
  /// A model to train that `ReadsByRcnns`, with parameters drawn from `seed`.
  /// `vectors` has a row per word of `vocabulary`; both RCNNs take its width as
  /// their input.
  RationaleModel(const RationaleOptions& options, Vocabulary vocabulary,
                 Matrix vectors, std::uint64_t seed);

  /// The same with layers of any kind, whose specifications may be wrong. Fails
  /// with kInvalidArgument, naming the option.
  static Result<RationaleModel> Make(RationaleOptions options,
                                     Vocabulary vocabulary, Matrix vectors,
                                     std::uint64_t seed);

  /// Reads a model from the bytes of its files. Trusts nothing in them. `make`
  /// makes layers other than RCNNs.
  static Result<RationaleModel> Load(ModelFiles files,
                                     LayerMaker make = MakeLayer);

  /// Takes over what `other`, of the same words, has learned, so that training
  /// goes on from there: its parameters, thresholds, spreads and domain. Fails
  /// with kInvalidArgument, naming what differs, unless aspects, choice and
  /// layers are the same.
  Status StartFrom(RationaleModel other);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Word vectors are stored as `vectors`, all
  /// other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  /// The reported aspects.
  const std::vector<std::string>& aspects() const { return names_; }

  /// Ratings, words and rationales of `utf8`; spans count UTF-16 units. Any
  /// bytes are accepted. A text without words gets what the model says of
  /// nothing. Fails beyond kMaxWords, and with kInvalidArgument where there is
  /// no such point. `graph` is cleared first; giving the same one again saves
  /// allocations.
  Result<RationaleExplanation> Explain(std::string_view utf8, Graph& graph,
                                       PointIndex point = {}) const;
  Result<RationaleExplanation> Explain(std::string_view utf8,
                                       PointIndex point = {}) const;

  // The parts, for training and evaluation.

  const Vocabulary& vocabulary() const { return vocabulary_; }
  const RationaleOptions& options() const { return options_; }
  void SetDecoding(std::size_t aspect, const Decoding& decoding) {
    options_.aspects[aspect].decoding = decoding;
  }

  void SetPoints(std::vector<OperatingPoint> points) {
    options_.points = std::move(points);
  }
  void SetMention(std::size_t aspect, std::optional<Real> mention) {
    options_.aspects[aspect].mention = mention;
  }
  void SetShortThreshold(std::size_t aspect, std::optional<Real> threshold) {
    options_.aspects[aspect].short_threshold = threshold;
  }
  void SetSpread(std::size_t aspect,
                 const std::optional<std::array<double, 3>>& spread) {
    options_.aspects[aspect].spread = spread;
  }
  /// All texts are of the domain.
  void UnsetDomain() { options_.domain = std::nullopt; }
  /// Texts are of the domain from `threshold` on, by a linear score of the mean
  /// of their `GeneratorStates`, `weight` [width x 1] and `bias`, and of their
  /// words' vectors, `words` [d x 1], unless it is empty.
  void SetDomain(Real threshold, Matrix weight, Real bias, Matrix words = {});

  /// A row for each word of the vocabulary.
  Matrix vectors() const { return embedding_.table(); }

  /// Ids of words in the model's vocabulary.
  WordIds Ids(const std::vector<Token>& tokens) const;

  /// What each word is to the model's boundaries, by the word that it is read
  /// as. Those that have no id are known where there are tokens; without them,
  /// such a word is one like any other.
  WordFlags Flags(const std::vector<Token>& tokens, const WordIds& ids) const;
  WordFlags Flags(const WordIds& ids) const;
  /// The same of each text of a batch.
  std::vector<WordFlags> Flags(const WordBatch& batch) const;
  /// The costs of runs in a text of these words.
  RunCosts Costs(const WordFlags& flags, Real transition_cost) const;

  /// Vectors of the distinct words of a batch: [D x d].
  Var Lookup(Graph& graph, const WordBatch& batch) const {
    return embedding_.Lookup(graph, batch.words);
  }

  /// The generator's states at every position:
  /// [max_length·batch x width], time-major.
  Var GeneratorStates(Graph& graph, Var words,
                      const SequenceBatch& sequences) const;

  /// Its scores at every position, by which words are chosen (choice.h),
  /// where `states` are its own and `chosen` the choices made, if `depends`:
  /// [max_length·batch x ChoiceWidth]. No gradient flows from one choice to
  /// those after it.
  Var GeneratorNumbers(Graph& graph, Var states, const SequenceBatch& sequences,
                       const Matrix& chosen) const;

  /// Whether a choice depends on those before it.
  bool depends() const { return dependent_.has_value(); }

  /// Choices of a position of every text, [batch x aspects], from what the
  /// generator says there, [batch x ChoiceWidth].
  using Chooser = std::function<Matrix(Index position, const Matrix& numbers)>;
  /// The choices and what they were made from, word after word.
  struct ChosenInOrder {
    Matrix chosen;   ///< [max_length·batch x aspects]
    Matrix numbers;  ///< [max_length·batch x ChoiceWidth]
  };
  /// Only if `depends`. `states` are those of the generator.
  ChosenInOrder ChooseInOrder(const ConstMatrixView& states,
                              const SequenceBatch& sequences,
                              const Chooser& choose) const;

  /// Which words of each text are selected for each aspect, those that are not
  /// reported too: [max_length·batch x aspects], and the scores by which.
  struct Selections {
    SelectionMatrix selected;
    Matrix scores;
    Matrix numbers;  ///< As GeneratorNumbers.
    /// As DomainProbability, one a text; none if the model has no score.
    std::vector<Real> domain;
    /// Whether each text is one that the model reads: of its domain and, unless
    /// it is empty, with a word that is known. Of others nothing is selected.
    std::vector<bool> in_domain;
  };
  /// `flags` are those of each text.
  Selections Select(const ConstMatrixView& states, const WordBatch& words,
                    std::span<const WordFlags> flags,
                    PointIndex point = {}) const;
  /// Flags are those of the words' ids.
  Selections Select(const ConstMatrixView& states, const WordBatch& batch,
                    PointIndex point = {}) const;

  /// The probability that each text of a batch is of the model's domain, which
  /// has a score for it. `states` are those of the generator.
  std::vector<Real> DomainProbabilities(const ConstMatrixView& states,
                                        const WordBatch& words) const;

  TextReader::Inputs EncoderInputs(Graph& graph, Var words) const {
    return encoder().Project(graph, words);
  }
  /// Ratings of all aspects, in [0, 1], from the words that `mask` selects:
  /// [batch x aspects]. To be read in the column of the aspect whose words
  /// were selected.
  Var EncoderRatings(Graph& graph, const TextReader::Inputs& inputs,
                     const SequenceBatch& sequences,
                     std::optional<Var> mask) const;

  /// The same from all words, of which each counts by its share in `attention`,
  /// [max_length·batch x 1] (Lei17 section 3.4.1).
  Var AttendedRatings(Graph& graph, const TextReader::Inputs& inputs,
                      const SequenceBatch& sequences, Var attention) const;

  /// The parts of the encoder, for explanations of what it did: what reads the
  /// words, and the linear layer from what it makes of a text to the logits of
  /// the ratings.
  const TextReader& encoder() const {
    return own_encoder_ ? *own_encoder_ : generator_;
  }
  const Dense& encoder_output() const { return output_; }

  /// Ratings of all aspects when the encoder reads each text of `batch` whole:
  /// [batch x aspects]. Clears `graph`.
  Matrix Rate(Graph& graph, const WordBatch& batch) const;

  /// For training. The embedding is frozen and not among them; layers that are
  /// shared are the generator's.
  std::vector<Parameter*> GeneratorParameters();
  std::vector<Parameter*> EncoderParameters();
  /// The bias of the ratings' logits, where training starts at the mean.
  Parameter& OutputBias() { return output_.bias(); }

 private:
  RationaleModel(RationaleOptions options, Vocabulary vocabulary,
                 Embedding embedding, TextReader generator,
                 std::optional<TextReader> own_encoder, std::uint64_t seed);

  Matrix ChooseByThreshold(const Matrix& scores, PointIndex point) const;
  // Whether any word of one text of a batch is known, punctuation aside.
  bool KnowsWords(const WordBatch& words, Index text) const;
  // Chooses the words of one text of a batch for one aspect.
  void SelectText(const SequenceBatch& sequences, Index text, Index aspect,
                  const WordFlags& flags, PointIndex point,
                  Selections* selections) const;
  std::vector<Parameter*> LearnedParameters();
  // All but those of layers, which are kept as the tensors of
  // docs/reference/layers.md.
  std::vector<Parameter*> OtherParameters();
  std::vector<const Parameter*> OtherParameters() const;

  RationaleOptions options_;
  std::vector<std::string> names_;
  Vocabulary vocabulary_;
  Embedding embedding_;
  TextReader generator_;
  std::optional<TextReader> own_encoder_;  // Unless it is shared.
  std::optional<RcnnLayer> dependent_;
  Dense choice_;
  Dense output_;
  Parameter domain_weight_;
  Parameter domain_bias_;
  Parameter domain_words_;
};

}  // namespace whylight
