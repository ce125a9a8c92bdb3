// A language model: what the next word of a text may be (Lei17 section 2.5.1,
// appendix B.1). Recurrent layers, one after another, over word vectors:
//
//   p(word after x_1..x_t) = softmax(W h[t] + b),  h[t] of the last layer
//
// where the rows of W are the word vectors, or vectors of their own.
//
// Texts are words between white space; every sentence ends with "<eos>", and a
// word that the vocabulary does not have is "<unk>".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/graph/graph.h"
#include "core/layers/stacked.h"
#include "core/systems/language_model/layer.h"
#include "core/text/vocabulary.h"

namespace whylight {

inline constexpr std::string_view kEndOfSentence = "<eos>";
inline constexpr std::string_view kUnknownToken = "<unk>";

struct LanguageModelOptions {
  Index layers = 3;
  Index hidden = 360;  ///< Width of every layer and of word vectors.
  LanguageModelLayer layer =
      RcnnOptions{.order = 1,
                  .form = {.activation = Activation::kIdentity},
                  .highway = true,
                  .initialisation = Initialisation::kUnitRows};
  /// Whether word vectors are the rows of the softmax too.
  bool tied = true;
};

/// The words between white space.
std::vector<std::string_view> SplitWords(std::string_view text);

class LanguageModel {
 public:
  /// A model to train. Fails on options that are no layer's, or of a layer that
  /// cannot go on from where it stopped, and on a vocabulary without "<eos>" or
  /// "<unk>".
  static Result<LanguageModel> Make(const LanguageModelOptions& options,
                                    Vocabulary vocabulary, std::uint64_t seed);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<LanguageModel> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Word vectors and W are stored as `vectors`, all
  /// other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  /// `count` words that go on from `prompt`, which starts a sentence, or from
  /// nothing: drawn from softmax(logits / temperature), temperature > 0.
  std::vector<std::string> Sample(std::string_view prompt, std::size_t count,
                                  double temperature, std::uint64_t seed) const;

  // The parts, for training.

  const LanguageModelOptions& options() const { return options_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  std::int32_t end_of_sentence() const { return end_of_sentence_; }
  /// That of "<unk>" for a word that is not in the vocabulary.
  std::int32_t Id(std::string_view word) const;

  /// The memory of `batch` texts before their first words.
  CarriedState Start(Index batch) const;

  /// The vectors of `words`: [n x h].
  Var Lookup(Graph& graph, std::span<const std::int32_t> words) const;
  /// The states of the last layer; goes on from `state`, and leaves there what
  /// the next words go on from.
  Sequences Read(Graph& graph, const Sequences& words,
                 CarriedState& state) const;
  /// Logits of the next word after each of `states`: [n x vocabulary].
  Var NextWord(Graph& graph, Var states) const;

  std::vector<Parameter*> Parameters();

 private:
  LanguageModel(const LanguageModelOptions& options, Vocabulary vocabulary,
                Stacked layers, std::uint64_t seed);

  LanguageModelOptions options_;
  Vocabulary vocabulary_;
  std::int32_t end_of_sentence_;
  std::int32_t unknown_;
  Parameter embedding_;
  std::optional<Parameter> output_;  // W, unless it is the embedding.
  Parameter bias_;                   // b
  Stacked layers_;
};

}  // namespace whylight
