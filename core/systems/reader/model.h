// A question about a text is answered by a span of the text, or by "it does not
// say" (Tay19 chapters 5 and 8).
//
// Each word of either text has its vector and numbers beside it (ReaderOptions)
// that layers read and a network (network.h) makes the scores of spans of.
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
#include "core/model/read_layers.h"
#include "core/model/word_batch.h"
#include "core/ops/span_scores.h"
#include "core/systems/reader/network.h"
#include "core/systems/reader/options.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The ids of the words of a question and of the text that it is about, at
/// least one of each.
struct QuestionIds {
  WordIds question;
  WordIds text;

  std::size_t size() const { return question.size() + text.size(); }
};

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
  std::vector<Span> words;     ///< and those of the first place:
  Matrix weights;              ///< how much each reads of each of the question.
  double known_question = 0;   ///< Shares of words that the model knows.
  double known_text = 0;
};

class Reader {
 public:
  /// The pairs of words, one of question and text each, that are read.
  static constexpr std::size_t kMostPairs = 1 << 20;

  /// A model to train, with parameters drawn from `seed`. `vectors` has a row
  /// per word of `vocabulary`. Fails with kInvalidArgument, naming the option.
  static Result<Reader> Make(ReaderOptions options, Vocabulary vocabulary,
                             Matrix vectors, std::uint64_t seed);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<Reader> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Word vectors are stored as `vectors`, all
  /// other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  const ReaderOptions& options() const { return options_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  void SetCalibration(const AnswerCalibration& calibration) {
    options_.calibration = calibration;
  }

  /// What the text says, with the likeliest places, at most `count` and at
  /// least one. Any bytes are accepted. Fails with kInvalidArgument where there
  /// are no words, with kTextTooLong beyond kMaxWords or kMostPairs, and with
  /// kNotFinite where the numbers of a model overflow. Takes time and memory
  /// linear in the length of the text, if its layers do.
  Result<FoundAnswer> Find(std::string_view question, std::string_view text,
                           std::size_t count) const;

  // The parts, for training and evaluation.

  ReaderNetwork::Scored Score(Graph& graph,
                              std::span<const QuestionIds* const> questions,
                              const TextDropout& dropout = {}) const;

  /// The `count` best answers to each question. Clears `graph`.
  std::vector<BestAnswers> Answer(Graph& graph,
                                  std::span<const QuestionIds* const> questions,
                                  std::size_t count) const;

  /// The parameters that training changes.
  std::vector<Parameter*> Parameters();

 private:
  Reader(ReaderOptions options, Vocabulary vocabulary, Matrix vectors,
         ReaderNetwork network);

  // The words of one side with their numbers.
  PairSide WordsOf(Graph& graph, std::span<const QuestionIds* const> questions,
                   const TextDropout& dropout, bool texts) const;

  ReaderOptions options_;
  Vocabulary vocabulary_;
  Parameter vectors_;
  // Of length 1, where words are compared by cosine.
  Matrix directions_;
  ReaderNetwork network_;
};

}  // namespace whylight
