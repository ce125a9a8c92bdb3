// Models that read texts by word vectors and layers over them, a vector at
// every word: how they are made, loaded, read with and saved.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/model/layer_list.h"
#include "core/model/lexicon.h"
#include "core/model/read_layers.h"
#include "core/model/word_batch.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The layers of the key `name`, to train, for words of width `inputs`. Fails
/// with kInvalidArgument, naming the layer, where one gives no vector at every
/// word.
Result<LayerList> MakeWordLayers(const std::vector<nlohmann::json>& specs,
                                 Index inputs, std::uint64_t seed,
                                 const std::string& name = "layers");

/// The same as they were saved. Trusts nothing; fails as above, but with
/// kBadModel.
Result<LayerList> LoadLayersAtWords(const std::vector<nlohmann::json>& specs,
                                    Index inputs,
                                    const SafetensorsView& tensors,
                                    const std::string& name = "layers");

/// The words of a model, and its layers, as they were saved.
struct WordLayers {
  Lexicon lexicon;
  LayerList layers;
};

/// Reads them from the files of a model: word vectors of width `dimensions`,
/// and layers for words of width `inputs`. Trusts nothing in the files; fails
/// as MakeWordLayers, but with kBadModel.
Result<WordLayers> LoadWordLayers(const ModelFiles& files,
                                  const std::vector<nlohmann::json>& specs,
                                  Index dimensions, Index inputs);

/// How wide the vectors at words are.
Index WidthAtWords(const LayerList& layers, Index inputs);

/// The vectors at the words of texts, of which `words` has the distinct ones;
/// with dropout in front of each layer but the first and behind the last.
Sequences ReadWords(Graph& graph, Var words, const LayerList& layers,
                    const SequenceBatch& texts, const TextDropout& dropout);

/// The same from their word vectors. A gradient reaches word vectors if they
/// are `trained`; with dropout in front of the first layer, too.
Sequences ReadWords(Graph& graph, const Parameter& vectors, bool trained,
                    const LayerList& layers, const WordBatch& texts,
                    const TextDropout& dropout);

/// Takes from specifications what the tensors say of saved layers.
void LeaveOutWidths(nlohmann::ordered_json* specs);

/// What a model consists of.
struct WordModel {
  /// Layers beside those of the key "layers", and what their tensors' names
  /// start with.
  struct More {
    std::string name;
    const LayerList& layers;
  };

  std::string_view task;
  nlohmann::ordered_json options;  ///< As the fields of its shape write them.
  const Vocabulary& vocabulary;
  const Parameter& vectors;
  const LayerList& layers;
  std::vector<const Parameter*> own;  ///< All other parameters.
  std::vector<More> more = {};
};

/// Its files. `about` is a JSON object for people, kept in config.json as
/// "training". Word vectors are stored as `vectors`, all other tensors as
/// `network`.
Result<ModelFiles> SaveWordModel(const WordModel& model, Dtype vectors,
                                 Dtype network, std::string_view about);

}  // namespace whylight
