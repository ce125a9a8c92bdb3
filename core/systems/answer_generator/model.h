// The answer to a question about a text is written word by word (Tay19 chapter
// 6): each word is copied from the text, or generated from a list of words that
// the model knows, so that the answer need not be a piece of the text.
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
#include "core/model/question_ids.h"
#include "core/model/read_layers.h"
#include "core/model/sides.h"
#include "core/ops/copy_mixture.h"
#include "core/systems/answer_generator/network.h"
#include "core/systems/answer_generator/options.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// A question and the answer that is to be written to it.
struct AnswerExample {
  QuestionIds ids;
  /// What is right at each step, of at least one: the words of the answer that
  /// can be written, and after them its end.
  std::vector<CopyTarget> targets;
  /// The words themselves: one fewer.
  WordIds words;
};

/// A word of an answer, and why.
struct WrittenWord {
  /// A place of the text that it was copied from: of those with this word, the
  /// one that was attended to most.
  struct Source {
    Span span;
    double attention;  ///< Its share of the attention.
  };

  std::string text;
  double probability;  ///< After the words before it.
  double copying;      ///< How likely it was that any word is copied: p.
  double copied;       ///< The part of `probability` that is of copying.
  /// Where most of it is.
  std::optional<Source> source;
};

/// An answer in words.
struct WrittenAnswer {
  std::string text;
  std::vector<WrittenWord> words;
  bool ended = false;         ///< Else it was cut off at the longest length.
  double known_question = 0;  ///< Shares of words that the model knows.
  double known_text = 0;
};

class AnswerGenerator {
 public:
  /// The number of the end of an answer among the words that are generated;
  /// after it come the first words of the vocabulary.
  static constexpr Index kEnd = 0;
  /// The pairs of words, one of question and text each, that are read.
  static constexpr std::size_t kMostPairs = 1 << 20;

  /// A model to train, with parameters drawn from `seed`. `vectors` has a row
  /// per word of `vocabulary`. Fails with kInvalidArgument, naming the option.
  static Result<AnswerGenerator> Make(AnswerGeneratorOptions options,
                                      Vocabulary vocabulary, Matrix vectors,
                                      std::uint64_t seed);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<AnswerGenerator> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Word vectors are stored as `vectors`, all
  /// other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  const AnswerGeneratorOptions& options() const { return options_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }

  /// The vector of a word as it stands; empty for one that it does not know.
  std::span<const Real> VectorOf(std::string_view word) const;

  /// The answer whose every word is the likeliest after those before it. Any
  /// bytes are accepted. Fails with kInvalidArgument where there are no words,
  /// with kTextTooLong beyond kMaxWords or kMostPairs, and with kNotFinite
  /// where the numbers of a model overflow. Takes time linear in the length of
  /// the text times that of the answer, if its layers do, and memory that does
  /// not grow with the answer.
  Result<WrittenAnswer> Write(std::string_view question,
                              std::string_view text) const;

  // The parts, for training.

  /// Σ_b weights[b] · the mean over steps of -log P(what is right) after the
  /// right words before it.
  Var Loss(Graph& graph, std::span<const AnswerExample* const> examples,
           std::span<const Real> weights,
           const TextDropout& dropout = {}) const;

  /// Those that training changes.
  std::vector<Parameter*> Parameters();

 private:
  AnswerGenerator(AnswerGeneratorOptions options, Vocabulary vocabulary,
                  Matrix vectors, AnswerNetwork network);

  PointerDecoder::Reading Read(Graph& graph,
                               std::span<const QuestionIds* const> questions,
                               const TextDropout& dropout) const;

  AnswerGeneratorOptions options_;
  Vocabulary vocabulary_;
  Parameter vectors_;
  // Of length 1, where words are compared by cosine.
  Matrix directions_;
  AnswerNetwork network_;
};

}  // namespace whylight
