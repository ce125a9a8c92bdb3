// RCNN layers as JSON (docs/reference/layers.md), sizes apart.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/format/config_reader.h"
#include "core/layers/rcnn.h"

namespace whylight {

/// Reads the order, form, decay and gates of a layer from the object that
/// `reader` reads, which may have other keys; absent keys keep their value.
/// `where` is how complaints call the object.
void ReadRcnnSpec(ConfigReader& reader, const std::string& where,
                  RcnnOptions* options);

/// Adds them to `json`, every default spelled out.
void WriteRcnnSpec(const RcnnOptions& options, nlohmann::ordered_json* json);

}  // namespace whylight
