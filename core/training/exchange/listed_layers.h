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

/// Wherever `config`, which must outlive them, has a list of layers: the k-th
/// of "head" is head.k, of "layers" in "encoder" encoder.layers.k. One layer
/// in place of a list is its first.
std::vector<ListedLayer> ListLayers(const nlohmann::json& config);

}  // namespace whylight
