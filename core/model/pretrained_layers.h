// Layers that learned a language before any labels (systems/language_model,
// "direction": "both"), for other trainings to start from.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/layers/rcnn.h"
#include "core/layers/sequence_layer.h"
#include "core/model/layer_list.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// Layers that read texts forwards and as many of the same kinds that read them
/// backwards, all over frozen word vectors.
struct PretrainedLayers {
  Vocabulary vocabulary;
  Matrix vectors;                     ///< A row per word.
  std::vector<nlohmann::json> specs;  ///< Of the layers of one direction.
  LayerList forward;
  LayerList backward;

  /// Layers to train: `specs` with every default spelled out.
  static Result<PretrainedLayers> Make(Vocabulary vocabulary, Matrix vectors,
                                       std::vector<nlohmann::json> specs,
                                       std::uint64_t seed);

  /// Reads them from the files of a language model. Trusts nothing in them.
  static Result<PretrainedLayers> Load(const ModelFiles& files);

  /// Adds the tensors: the vectors, and those of the layers.
  Status Save(Dtype vectors, Dtype network, TensorCollector* tensors) const;

  std::vector<Parameter*> Parameters();

  /// Fails unless a model with these words and vectors reads what the layers
  /// learned to read: the vectors are as wide, each word is known, and its
  /// vector is the same but for rounding. `source` is where the layers are
  /// from.
  Status CheckWords(const Vocabulary& words, const Matrix& their_vectors,
                    const std::string& source) const;

  /// Gives `layers`, made by `their_specs`, what layers of the same kinds and
  /// widths have learned at the same depth; a bidirectional layer takes both
  /// directions, any other reads forwards. Layers above that differ stay as
  /// they are. Fails if the first one does. Where the first reads `beside`
  /// numbers beside word vectors, these count for nothing at first.
  Status CopyInto(LayerList& layers,
                  const std::vector<nlohmann::json>& their_specs,
                  const std::string& source, Index beside = 0) const;

  /// The same for a recurrent convolution in both directions, made by
  /// `options`: those of `parameters` whose names have ".forward." or
  /// ".backward." in them are its own.
  Status CopyInto(const std::vector<Parameter*>& parameters,
                  const RcnnOptions& options, const std::string& source) const;
};

/// Whether a folder's config.json is that of such a model.
bool IsPretrained(const ModelFiles& files);

}  // namespace whylight
