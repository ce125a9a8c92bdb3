// A question about a text is answered by a span of the text, or by "it does not
// say" (Tay19 chapters 5 and 8).
//
// Each word of either text has its vector and numbers beside it (ReaderOptions)
// that layers read and a network (network.h) makes the scores of spans of.
//
// With a selector (core/model/word_selector.h) this reads nothing of a text but
// the words that are selected, given the question: the answer starts and ends
// with one of them, and what stands in place of the others changes nothing
// (Lei17 chapter 3, for questions).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/model/pretrained_layers.h"
#include "core/model/question_ids.h"
#include "core/model/read_layers.h"
#include "core/model/word_batch.h"
#include "core/model/word_selector.h"
#include "core/ops/span_scores.h"
#include "core/systems/reader/network.h"
#include "core/systems/reader/options.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The best spans of a text, and log P(some span) / P(none).
struct BestAnswers {
  double score = 0;
  /// Best first. `shares` are how likely each is if there is an answer.
  std::vector<ScoredSpan> spans;
  std::vector<double> shares;
};

/// What a text says to a question.
struct FoundAnswer {
  struct Place {
    Span span;
    double probability;  ///< That it is the answer.
  };
  double says = 0;  ///< How likely it is that the text answers at all.
  /// Likeliest first; none shares a word with another.
  std::vector<Place> places;
  std::vector<Span> question;  ///< The words of the question,
  std::vector<Span> words;     ///< and those of the first place that are read:
  Matrix weights;              ///< how much each reads of each of the question.
  /// Runs of the words that were selected; of a model that selects.
  std::vector<Span> rationale;
  double known_question = 0;  ///< Shares of words that the model knows.
  double known_text = 0;
};

/// What each word of a question does to the likeliest place of an answer.
struct QuestionEffects {
  FoundAnswer::Place place;
  /// With each word, the natural logarithm of how many times as likely the
  /// place is with it as without it, by the calibrated probabilities of Find.
  std::vector<std::pair<Span, double>> words;
};

class Reader {
 public:
  /// The pairs of words, one of question and text each, that are read.
  static constexpr std::size_t kMostPairs = 1 << 20;
  /// The same, where the text is read anew without each word of the question.
  static constexpr std::size_t kMostEffectPairs = 1 << 16;

  /// A model to train, with parameters drawn from `seed`. `vectors` has a row
  /// per word of `vocabulary`. Fails with kInvalidArgument, naming the option.
  static Result<Reader> Make(ReaderOptions options, Vocabulary vocabulary,
                             Matrix vectors, std::uint64_t seed);

  /// Gives `layers` what those of a language model have learned
  /// (PretrainedLayers::CopyInto); the numbers beside words count for nothing
  /// at first. Fails with kInvalidArgument if they read other words, or are
  /// others.
  Status StartFrom(const PretrainedLayers& learned, const std::string& source);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<Reader> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Word vectors are stored as `vectors`, all
  /// other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  const ReaderOptions& options() const { return options_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// Whether it answers from selected words alone.
  bool selects() const { return options_.selects(); }
  void SetCalibration(const AnswerCalibration& calibration) {
    options_.calibration = calibration;
  }

  /// The vector of a word as it stands; empty for one that it does not know.
  std::span<const Real> VectorOf(std::string_view word) const;

  /// What the text says, with the likeliest places, at most `count` and at
  /// least one. Any bytes are accepted. Fails with kInvalidArgument where there
  /// are no words, with kTextTooLong beyond kMaxWords or kMostPairs, and with
  /// kNotFinite where the numbers of a model overflow. Takes time and memory
  /// linear in the length of the text, if its layers do.
  Result<FoundAnswer> Find(std::string_view question, std::string_view text,
                           std::size_t count) const;

  /// Reads the text again and again, each time without one of the words of the
  /// question, of which there must be at least two; a model that selects keeps
  /// to the words that it selected for the whole question. Fails as Find does,
  /// with kTextTooLong beyond kMostEffectPairs.
  Result<QuestionEffects> EffectsOfQuestion(std::string_view question,
                                            std::string_view text) const;

  // The parts, for training and evaluation.

  /// From the words that `mask` selects, a Sequences::mask of the texts of
  /// zeros and ones that gradients reach; without it from all.
  ReaderNetwork::Scored Score(
      Graph& graph, std::span<const QuestionIds* const> questions,
      const TextDropout& dropout = {},
      const std::optional<Var>& mask = std::nullopt) const;

  /// How much speaks for selecting each word of the texts, log p / (1 - p):
  /// [max_length·texts x 1], time-major. Only of a model that selects.
  Var SelectionScores(Graph& graph,
                      std::span<const QuestionIds* const> questions,
                      const TextDropout& dropout = {}) const;

  /// The words of each text that it answers from: those selected with p > 1/2,
  /// or the likeliest one. Only of a model that selects. Clears `graph`.
  std::vector<WordSelection> Select(
      Graph& graph, std::span<const QuestionIds* const> questions) const;

  /// The `count` best answers to each question, from the words of its text that
  /// `selections` have: where there are none, there is no answer. Without
  /// selections, from all. Clears `graph`.
  std::vector<BestAnswers> Answer(
      Graph& graph, std::span<const QuestionIds* const> questions,
      std::size_t count, std::span<const WordSelection> selections = {}) const;

  /// The parameters that training changes: of what reads texts,
  std::vector<Parameter*> ReaderParameters();
  /// and also of what selects words.
  std::vector<Parameter*> Parameters();

 private:
  Reader(ReaderOptions options, Vocabulary vocabulary, Matrix vectors,
         ReaderNetwork network, std::optional<WordSelector> selector);

  // A question about a text, in words.
  struct Asked {
    std::vector<Token> question;
    std::vector<Token> text;
    QuestionIds ids;
    // Of the text, of a model that selects.
    std::vector<WordSelection> selections;
  };
  Result<Asked> Take(std::string_view question, std::string_view text,
                     std::size_t most_pairs) const;

  // The words of one side with their numbers, which come of the words of texts
  // that `selections` have; without, of all.
  PairSide WordsOf(Graph& graph, std::span<const QuestionIds* const> questions,
                   const TextDropout& dropout, bool texts,
                   std::span<const WordSelection> selections) const;

  ReaderNetwork::Scored ScoreSelected(
      Graph& graph, std::span<const QuestionIds* const> questions,
      std::span<const WordSelection> selections) const;

  ReaderOptions options_;
  Vocabulary vocabulary_;
  Parameter vectors_;
  // Of length 1, where words are compared by cosine.
  Matrix directions_;
  ReaderNetwork network_;
  std::optional<WordSelector> selector_;
};

}  // namespace whylight
