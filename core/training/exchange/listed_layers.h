// The layers that the config.json of a model lists, whatever it is a model of.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace whylight {

struct ListedLayer {
  std::string name;  ///< What its tensors' names start with, e.g. "layers.1".
  const nlohmann::json* spec;  ///< Of the config, not checked.
};

/// Wherever `config`, which must outlive them, has a list of layers, but for
/// its records "training" and "files": the k-th of "head" is head.k, of
/// "layers" in "encoder" encoder.layers.k. One layer in place of a list is its
/// first. A recommender has each for users and for items, users.layers.k and
/// items.layers.k; a reader its core once or, with a band, twice, core.1.k and
/// core.2.k.
std::vector<ListedLayer> ListLayers(const nlohmann::json& config);

}  // namespace whylight
