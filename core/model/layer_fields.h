// The key "layers" of models: a list of specifications.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/format/fields.h"
#include "core/model/limits.h"

namespace whylight {

/// Reads one specification, or a list of them, into `options->layers`.
template <typename Options>
Status ReadLayerSpecs(const nlohmann::json& value, const std::string&,
                      Options* options) {
  if (value.is_array()) {
    options->layers.assign(value.begin(), value.end());
  } else {
    options->layers = {value};
  }
  return {};
}

template <typename Options>
nlohmann::ordered_json WriteLayerSpecs(const Options& options) {
  nlohmann::ordered_json layers = nlohmann::ordered_json::array();
  for (const nlohmann::json& layer : options.layers) {
    layers.push_back(nlohmann::ordered_json(layer));
  }
  return layers;
}

/// The error in a list of layers, or nothing.
inline std::string FindTooManyLayers(
    const std::vector<nlohmann::json>& layers) {
  if (layers.size() <= kMaxListedLayers) return {};
  return "\"layers\": expected at most " + std::to_string(kMaxListedLayers) +
         ", found " + std::to_string(layers.size());
}

}  // namespace whylight
