// Finds questions that ask the same: word vectors, layers of any kind over
// them, and one vector for each text; texts are as alike as their vectors
// (Lei17 section 2.5.3).
#pragma once

#include <cstdint>
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
#include "core/graph/parameter.h"
#include "core/model/layer_list.h"
#include "core/model/subwords.h"
#include "core/model/word_batch.h"
#include "core/systems/questions/options.h"
#include "core/systems/questions/word_chooser.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The words of a text that are read.
struct QuestionWords {
  WordIds ids;  ///< Ids from the size of the vocabulary on are UnknownWords.
  /// The title are the first so many, the body the others. All of them where a
  /// text has one vector.
  std::size_t title = 0;
  /// How many are the first sentence, which is the title of a text that has
  /// one.
  std::size_t first_sentence = 0;

  bool operator==(const QuestionWords&) const = default;
};

/// What is read of a text.
enum class QuestionPart {
  kAll,        ///< "all"
  kTitle,      ///< "title": its first sentence.
  kRationale,  ///< "rationale": the words that say what is asked.
};

/// The names of the parts in options.
const std::vector<std::pair<std::string, QuestionPart>>& QuestionPartNames();

/// Texts as layers read them.
struct QuestionBatch {
  WordBatch words;  ///< A sequence for each title, body or whole text.
  // Of each text the sequences of its title and of its body: the same one where
  // a text is a single sequence.
  std::vector<std::int32_t> titles;
  std::vector<std::int32_t> bodies;
};

QuestionBatch MakeQuestionBatch(std::span<const QuestionWords* const> texts);

/// Where dropout strikes: both are published.
enum class DropoutPlace {
  kWordsAndVector,  ///< The word vectors, and the texts' (the released code).
  kEveryLayer,      ///< The input of each layer too (Lei17 appendix B.2).
};

/// Dropout in training.
struct QuestionDropout {
  double rate = 0;
  DropoutPlace place = DropoutPlace::kWordsAndVector;
  std::uint64_t seed = 0;
  std::uint64_t step = 0;
  std::uint64_t shard = 0;
};

/// The first sentence of a text, as a text.
QuestionWords FirstSentence(const QuestionWords& text);

/// The words of a text that are chosen, as a text.
QuestionWords ChosenWords(const QuestionWords& text,
                          const std::vector<std::uint8_t>& chosen);

class Retriever {
 public:
  /// A model to train, with parameters drawn from `seed`. `vectors` has a row
  /// per word of `vocabulary`, `subwords` one per bucket (none without
  /// subwords). Fails with kInvalidArgument, naming the option.
  static Result<Retriever> Make(RetrieverOptions options, Vocabulary vocabulary,
                                Matrix vectors, Matrix subwords,
                                std::uint64_t seed);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<Retriever> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Vectors of words and of subwords are stored as
  /// `vectors`, all other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  const RetrieverOptions& options() const { return options_; }
  /// "questions-" and a checksum of its weights, its words and how they are
  /// read; of a model that was not loaded, without the checksum. By it an index
  /// knows its model.
  const std::string& name() const { return name_; }
  void set_calibration(const ScoreCalibration& calibration) {
    options_.calibration = calibration;
  }

  /// The probability that a text with this score asks the same; nothing for a
  /// model that was not calibrated.
  std::optional<double> Probability(double score) const;
  /// The same where BM25's share of its largest possible score is known, too. A
  /// model that was calibrated without it goes by its own score.
  std::optional<double> Probability(double score, double share) const;
  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// The width of a text's vector.
  Index width() const { return width_; }

  /// For the unknown words of some texts.
  UnknownWords NoUnknownWords() const {
    return UnknownWords(options_.subwords);
  }

  /// The words of a text that are read, `options().longest` at most.
  QuestionWords Read(const std::vector<Token>& tokens,
                     UnknownWords& unknown) const;

  /// The vector of each text, as layers give it: [texts x width]. Of a text
  /// without words it is that of nothing, as a rule zeros.
  Var Vectors(Graph& graph, std::span<const QuestionWords* const> texts,
              const UnknownWords& unknown,
              const QuestionDropout& dropout = {}) const;
  /// The same of a batch whose distinct words have these vectors. What `mask`
  /// leaves out, z = 0, is as if it were not there; a gradient reaches z of
  /// each word. Only of models that pass CheckTakesMasks.
  Var Vectors(Graph& graph, const QuestionBatch& batch, Var words,
              std::optional<Var> mask,
              const QuestionDropout& dropout = {}) const;
  /// Fails with kInvalidArgument, naming the option, where no gradient would
  /// reach a mask.
  Status CheckTakesMasks() const;

  /// The points that are compared: of length 1, or in the Poincaré ball.
  Var Points(Graph& graph, Var vectors) const;

  /// How alike each of `left` is to each of `right`, points: [n x m]. A point
  /// of length 0 has the cosine 0 with all.
  Var Likeness(Graph& graph, Var left, Var right) const;

  /// The point of each text, [texts x width], by what is read of it. Its
  /// rationale only if the model `chooses`.
  Matrix Encode(std::span<const std::string_view> texts,
                QuestionPart part = QuestionPart::kAll) const;

  /// Whether the model can tell which words say what is asked.
  bool chooses() const { return chooser_.has_value(); }
  const WordChooser& chooser() const { return *chooser_; }
  void set_threshold(double threshold) {
    options_.rationale.threshold = threshold;
  }
  /// The probability that each word of each text says what is asked. Only if
  /// the model `chooses`.
  std::vector<std::vector<Real>> WordProbabilities(
      std::span<const QuestionWords* const> texts,
      const UnknownWords& unknown) const;
  /// Whether each word of a text with these probabilities is chosen: those that
  /// reach the threshold or, if none does, the most probable one.
  std::vector<std::uint8_t> ChooseWords(
      const std::vector<Real>& probabilities) const;

  /// The parameters that training changes, and those of them that texts'
  /// vectors depend on.
  std::vector<Parameter*> Parameters();
  std::vector<Parameter*> EncoderParameters();
  /// Those by which words are chosen.
  std::vector<Parameter*> ChooserParameters();

  const LayerList& layers() const { return layers_; }
  /// The vectors of `words`, ids as in QuestionWords: [words x dimensions].
  Var Lookup(Graph& graph, const std::vector<std::int32_t>& words,
             const UnknownWords& unknown) const;
  const Matrix& vectors() const { return vectors_.value; }

 private:
  Retriever(RetrieverOptions options, Vocabulary vocabulary, Matrix vectors,
            Matrix subwords, LayerList layers,
            std::optional<WordChooser> chooser);

  RetrieverOptions options_;
  std::string name_;
  Vocabulary vocabulary_;
  Parameter vectors_;
  Parameter subwords_;
  LayerList layers_;
  std::optional<WordChooser> chooser_;
  Parameter distance_;  // w and b of the Poincaré ball, [1 x 2].
  Index width_;
};

}  // namespace whylight
