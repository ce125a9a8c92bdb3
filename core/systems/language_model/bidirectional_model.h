// A language model in both directions (Peters 2018): what word comes after
// those before it, and what word came before those after it.
//
//   p(x_t | x_1..x_{t-1}) = softmax(W f[t-1] + b)
//   p(x_t | x_{t+1}..x_n) = softmax(W g[t+1] + b)
//
// where f are the states of layers that read forwards and g of those that read
// backwards, over frozen word vectors. Texts are read as classifiers and
// rationale models read them, whose layers start from these.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/graph/graph.h"
#include "core/layers/initialise.h"
#include "core/model/pretrained_layers.h"
#include "core/model/word_batch.h"
#include "core/ops/rcnn.h"

namespace whylight {

/// The states from which words are foretold, and the words that these are.
struct ForetoldWords {
  Var states;                         ///< [n x h]
  std::vector<std::int32_t> targets;  ///< n, all known.
};

class BidirectionalLanguageModel {
 public:
  static Result<BidirectionalLanguageModel> Make(
      Vocabulary vocabulary, Matrix vectors, std::vector<nlohmann::json> layers,
      std::uint64_t seed);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<BidirectionalLanguageModel> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Word vectors and W are stored as `vectors`, all
  /// other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  const Vocabulary& vocabulary() const { return layers_.vocabulary; }

  /// The vectors of `words`, zeros where they are unknown: [n x d].
  Var Lookup(Graph& graph, std::span<const std::int32_t> words) const;

  /// What the layers of one direction say of `texts`, whose distinct words
  /// are the rows of `words`, [D x d]. Words that are not known are not
  /// foretold, nor is the first one that is read.
  ForetoldWords Foretell(Graph& graph, Var words,
                         const std::vector<const WordIds*>& texts,
                         Direction direction) const;

  /// W and b: [words x h] and [words x 1].
  const Parameter& output() const { return output_; }
  const Parameter& bias() const { return bias_; }

  std::vector<Parameter*> Parameters();

 private:
  BidirectionalLanguageModel(PretrainedLayers layers, std::uint64_t seed);

  PretrainedLayers layers_;
  Parameter output_;  // W
  Parameter bias_;    // b
};

}  // namespace whylight
