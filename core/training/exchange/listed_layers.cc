#include "core/training/exchange/listed_layers.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace whylight {
namespace {

using nlohmann::json;

// Where the options of systems take one layer in place of a list. Other objects
// have a "type", too, that are of one layer and of other things.
constexpr std::array<std::string_view, 6> kListKeys = {
    "layers", "head", "stack", "composition", "core", "after"};

// What tells how the model came to be, not what it is.
constexpr std::array<std::string_view, 2> kRecords = {"training", "files"};

bool IsLayer(const json& value) {
  return value.is_object() && value.contains("type");
}

void FindLayers(const json& node, const std::string& prefix,
                std::vector<ListedLayer>* layers) {
  if (!node.is_object()) return;
  for (const auto& [key, value] : node.items()) {
    if (prefix.empty() &&
        std::find(kRecords.begin(), kRecords.end(), key) != kRecords.end()) {
      continue;
    }
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

// The layers that the model has of one that is listed as `name`.
std::vector<std::string> NamesInModel(const json& config,
                                      const std::string& name) {
  const json task = config.value("task", json());
  if (task == "recommender") return {"users." + name, "items." + name};
  constexpr std::string_view kCore = "core.";
  if (task != "reader" || !name.starts_with(kCore)) return {name};
  const std::string number = name.substr(kCore.size());
  std::vector<std::string> names = {"core.1." + number};
  const json band = config.value("band", json());
  if (band.is_number() && band > 0) names.push_back("core.2." + number);
  return names;
}

}  // namespace

std::vector<ListedLayer> ListLayers(const json& config) {
  std::vector<ListedLayer> listed;
  FindLayers(config, "", &listed);
  std::vector<ListedLayer> layers;
  for (const ListedLayer& layer : listed) {
    for (std::string& name : NamesInModel(config, layer.name)) {
      layers.push_back({std::move(name), layer.spec});
    }
  }
  return layers;
}

}  // namespace whylight
