// Chooses the few words of a question that say what is asked (Lei17 section
// 3.4.2): layers read the word vectors, and each word is chosen or not by what
// they say of it, independently of the others.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/graph/graph.h"
#include "core/layers/dense.h"
#include "core/layers/sequence_layer.h"
#include "core/model/layer_list.h"
#include "core/model/model_parts.h"
#include "core/systems/questions/options.h"

namespace whylight {

/// The share of the words that is chosen when training starts: nearly all of
/// them, which an encoder of whole texts can read.
inline constexpr double kStartShare = 0.9;

class WordChooser {
 public:
  /// One to train, which chooses kStartShare of the words.
  /// Fails with kInvalidArgument on layers that do not give a vector per word.
  static Result<WordChooser> Make(const WordChoiceOptions& options,
                                  Index dimensions, std::uint64_t seed);

  /// Reads what Save adds. Trusts nothing: fails with kBadModel.
  static Result<WordChooser> Load(const WordChoiceOptions& options,
                                  Index dimensions,
                                  const SafetensorsView& tensors);
  Status Save(Dtype dtype, TensorCollector* tensors) const;

  /// log p / (1 - p) of the probability that each word is chosen:
  /// [max_length·batch x 1], time-major.
  Var Scores(Graph& graph, const Sequences& words) const;

  std::vector<Parameter*> Parameters();

 private:
  WordChooser(LayerList layers, Index dimensions, std::uint64_t seed);

  LayerList layers_;
  Dense choice_;
};

}  // namespace whylight
