// The key "layers" of models: a list of specifications.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/format/fields.h"
#include "core/model/limits.h"

namespace whylight {

/// Reads one specification, or a list of them.
inline Status ReadLayerSpecs(const nlohmann::json& value,
                             std::vector<nlohmann::json>* layers) {
  if (value.is_array()) {
    layers->assign(value.begin(), value.end());
  } else {
    *layers = {value};
  }
  return {};
}

inline nlohmann::ordered_json WriteLayerSpecs(
    const std::vector<nlohmann::json>& layers) {
  nlohmann::ordered_json written = nlohmann::ordered_json::array();
  for (const nlohmann::json& layer : layers) {
    written.push_back(nlohmann::ordered_json(layer));
  }
  return written;
}

/// What a field of the type "LayerSpec | LayerSpec[]" reads and writes.
template <typename Options>
auto ReadInto(std::vector<nlohmann::json> Options::*layers) {
  return [layers](const nlohmann::json& value, const std::string&,
                  Options* options) {
    return ReadLayerSpecs(value, &(options->*layers));
  };
}
template <typename Options>
auto WriteFrom(std::vector<nlohmann::json> Options::*layers) {
  return [layers](const Options& options) {
    return WriteLayerSpecs(options.*layers);
  };
}

/// The error in the list of layers `key`, or nothing.
inline std::string FindTooManyLayers(const std::vector<nlohmann::json>& layers,
                                     const std::string& key = "layers") {
  if (layers.size() <= kMaxListedLayers) return {};
  return "\"" + key + "\": expected at most " +
         std::to_string(kMaxListedLayers) + ", found " +
         std::to_string(layers.size());
}

}  // namespace whylight
