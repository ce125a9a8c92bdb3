#include "core/training/exchange/listed_layers.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

namespace whylight {
namespace {

// Where the options of systems take one layer in place of a list. Other objects
// have a "type", too, that are of one layer and of other things.
constexpr std::array<std::string_view, 6> kListKeys = {
    "layers", "head", "stack", "composition", "core", "after"};

bool IsLayer(const nlohmann::json& value) {
  return value.is_object() && value.contains("type");
}

void FindLayers(const nlohmann::json& node, const std::string& prefix,
                std::vector<ListedLayer>* layers) {
  if (!node.is_object()) return;
  for (const auto& [key, value] : node.items()) {
    if (IsLayer(value) &&
        std::find(kListKeys.begin(), kListKeys.end(), key) != kListKeys.end()) {
      layers->push_back({prefix + key + ".1", &value});
      continue;
    }
    if (!value.is_array()) {
      FindLayers(value, prefix + key + ".", layers);
      continue;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!IsLayer(value[i])) continue;
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
