#include "core/training/exchange/listed_layers.h"

#include <nlohmann/json.hpp>

namespace whylight {
namespace {

void FindLayers(const nlohmann::json& node, const std::string& prefix,
                std::vector<ListedLayer>* layers) {
  if (!node.is_object()) return;
  for (const auto& [key, value] : node.items()) {
    if (!value.is_array()) {
      FindLayers(value, prefix + key + ".", layers);
      continue;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!value[i].is_object() || !value[i].contains("type")) continue;
      layers->push_back(
          {prefix + key + "." + std::to_string(i + 1), &value[i]});
    }
  }
}

}  // namespace

std::vector<ListedLayer> ListLayers(const nlohmann::json& config) {
  std::vector<ListedLayer> layers;
  FindLayers(config, "", &layers);
  return layers;
}

}  // namespace whylight
