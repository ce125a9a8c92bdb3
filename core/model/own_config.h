// The keys of config.json that a model of one system has for itself.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/math/matrix.h"

namespace whylight {

/// config.json of a model for `task`, without the keys that every model has:
/// "format", "version", "task", "training" and "files". Trusts nothing.
Result<nlohmann::json> ReadOwnConfig(const ModelFiles& files,
                                     std::string_view task);

/// The width of its word vectors, the key "dimensions", which it removes.
Result<Index> TakeDimensions(nlohmann::json* config);

}  // namespace whylight
