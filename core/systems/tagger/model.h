// Words with tags: word vectors, layers over them, a score for each tag of each
// word, and the best sequence of tags (Goldberg15 section 8).
#pragma once

#include <cstddef>
#include <cstdint>
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
#include "core/ops/crf.h"
#include "core/systems/tagger/bio.h"
#include "core/systems/tagger/options.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The tag of each word of a text, as its number.
using TagIds = std::vector<std::int32_t>;

/// A text with its tags.
struct TaggedText {
  struct Word {
    Span span;
    std::size_t tag;
  };
  struct Run {
    Span span;
    std::string label;
  };
  std::vector<Word> words;
  std::vector<Run> spans;  ///< What the tags mark, where they are BIO.
};

class Tagger {
 public:
  /// A model to train, with parameters drawn from `seed`. `vectors` has a row a
  /// word of `vocabulary`. Fails with kInvalidArgument, naming the option.
  static Result<Tagger> Make(TaggerOptions options, Vocabulary vocabulary,
                             Matrix vectors, std::uint64_t seed);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<Tagger> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Word vectors are stored as `vectors`, all
  /// other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  const TaggerOptions& options() const { return options_; }
  const std::vector<std::string>& labels() const { return options_.labels; }
  const Vocabulary& vocabulary() const { return vocabulary_; }

  /// Any bytes are accepted. Tags the text as a whole, or each of its
  /// `sentences` by itself. Fails beyond kMaxWords, and with kNotFinite where
  /// the scores of a model's tags overflow.
  Result<TaggedText> Tag(std::string_view utf8, bool sentences = false) const;

  // The parts, for training and evaluation.

  /// A text as Score reads it: the number of each word in the vocabulary or, of
  /// a model that sees how words are written, among `forms`, which new ones
  /// join.
  WordIds Read(std::string_view utf8, const std::vector<Token>& tokens,
               std::vector<WordForm>* forms) const;

  /// Of texts, the scores of their tags, and which row of them is of which
  /// word.
  struct Scored {
    TagScores scores;
    SequenceBatch batch;
  };
  Scored Score(Graph& graph, const WordBatch& texts,
               const TextDropout& dropout = {},
               std::span<const WordForm> forms = {}) const;

  /// The loss of the options: that of each text, weighted.
  Var Loss(Graph& graph, const Scored& texts,
           std::span<const TagIds* const> tags,
           std::span<const Real> weights) const;

  /// The best tags of each text.
  std::vector<TagIds> BestTagsOf(const Graph& graph, const Scored& texts) const;

  /// The parameters that training changes.
  std::vector<Parameter*> Parameters();

 private:
  Tagger(TaggerOptions options, Vocabulary vocabulary, Matrix vectors,
         LayerList layers, std::uint64_t seed);

  // All but those of words and layers.
  std::vector<Parameter*> OwnParameters();
  // A vector of each distinct word of `texts`.
  Var LookUp(Graph& graph, const WordBatch& texts, const TextDropout& dropout,
             std::span<const WordForm> forms) const;
  // What is added to the scores at words, to know which tags may stand there.
  Var Transitions(Graph& graph, const Parameter& learned,
                  const Matrix* barriers) const;

  TaggerOptions options_;
  Vocabulary vocabulary_;
  Parameter vectors_;
  Parameter surface_;  // A row a feature of how words are written.
  LayerList layers_;
  Dense output_;
  Parameter start_;
  Parameter between_;
  Parameter end_;
  TagBarriers barriers_;  // Empty where any tag may follow any other.
};

}  // namespace whylight
