// Texts sorted into classes: word vectors, layers of any kind over them, one
// vector for each text, and softmax over the labels (Lei17 section 2.5.2, Lei15
// sections 4 and 6).
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/dense.h"
#include "core/layers/stacked.h"
#include "core/model/layer_list.h"
#include "core/model/pretrained_layers.h"
#include "core/model/read_layers.h"
#include "core/model/text_pooling.h"
#include "core/model/word_batch.h"
#include "core/systems/classifier/grade_scale.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

struct ClassifierOptions {
  std::vector<std::string> labels = {};  ///< At least two, all different.
  /// The name of each label for people, all different; none: the label itself.
  std::vector<std::string> names = {};
  /// The number each label stands for, such as -2 to 2 for five grades of
  /// sentiment; none where labels are no numbers.
  std::vector<double> grades = {};
  /// Specifications of layers, one after the other, each with its "hidden"
  /// (docs/reference/layers.md). None: the word vectors themselves are pooled.
  std::vector<nlohmann::json> layers = {};
  TextPooling pooling = TextPooling::kMean;
  /// The input of the softmax: the vector of the last layer, or those of all
  /// layers side by side.
  StackOutput output = StackOutput::kLast;
  bool train_vectors = false;  ///< Whether word vectors are trained, too.
  /// Whether misspelled words are read as what they were meant to be.
  bool spelling = false;
};

class Classifier {
 public:
  /// A model to train, with parameters drawn from `seed`. `vectors` has a row a
  /// word of `vocabulary`. Fails with kInvalidArgument, naming the option.
  static Result<Classifier> Make(ClassifierOptions options,
                                 Vocabulary vocabulary, Matrix vectors,
                                 std::uint64_t seed);

  /// Takes over the parameters of a model with the same vocabulary and vectors,
  /// so that training goes on from what it learned. Its layers must have the
  /// same tensors; the softmax stays as it is unless it is over the same labels
  /// and features. Fails with kInvalidArgument, naming the layer.
  Status StartFrom(const Classifier& other);

  /// Takes over what layers that learned the language at `source` know
  /// (PretrainedLayers::CopyInto). Fails with kInvalidArgument if they read
  /// other words, or are others.
  Status StartFrom(const PretrainedLayers& layers, const std::string& source);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<Classifier> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Word vectors are stored as `vectors`, all
  /// other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  const ClassifierOptions& options() const { return options_; }
  const std::vector<std::string>& labels() const { return options_.labels; }
  /// The name of label `label` for people.
  const std::string& name(std::size_t label) const {
    return options_.names.empty() ? options_.labels[label]
                                  : options_.names[label];
  }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// A row per word.
  const Matrix& vectors() const { return vectors_.value; }

  /// The probability of each label. Any bytes are accepted; a text without
  /// words gets what the model says of nothing. Fails beyond kMaxWords. `graph`
  /// is cleared first; giving the same one again saves allocations.
  Result<std::vector<Real>> Classify(std::string_view utf8, Graph& graph) const;

  // The parts, for training, evaluation and explanations.

  /// Ids of words in the model's vocabulary.
  WordIds Ids(const std::vector<Token>& tokens) const;

  /// One logit a label for every text: [texts x labels].
  Var Logits(Graph& graph, const WordBatch& batch,
             const TextDropout& dropout = {}) const;

  /// The probabilities of the labels of every text: [texts x labels]. Clears
  /// `graph`.
  Matrix Probabilities(Graph& graph, const WordBatch& batch) const;

  /// The label and the grade of a text with these probabilities.
  template <typename Probabilities>
  GradeScale::Reading ReadGrade(const Probabilities& probabilities) const {
    std::vector<double> all;
    for (Index k = 0; k < probabilities.size(); ++k) {
      all.push_back(static_cast<double>(probabilities(k)));
    }
    return scale_.Read(all);
  }

  /// The parameters that training changes.
  std::vector<Parameter*> Parameters();

  const LayerList& layers() const { return layers_; }
  /// Turns pooled vectors into logits.
  const Dense& output() const { return output_; }

  /// The vectors of the words of `batch`.
  Var Lookup(Graph& graph, const WordBatch& batch) const;

 private:
  Classifier(ClassifierOptions options, Vocabulary vocabulary, Matrix vectors,
             LayerList layers, std::uint64_t seed);

  ClassifierOptions options_;
  GradeScale scale_;
  Vocabulary vocabulary_;
  Parameter vectors_;
  LayerList layers_;
  Dense output_;
};

}  // namespace whylight
