#include "core/model/own_config.h"

#include "core/model/limits.h"
#include "core/model/model_parts.h"

namespace whylight {

Result<nlohmann::json> ReadOwnConfig(const ModelFiles& files,
                                     std::string_view task) {
  Result<nlohmann::json> config = ParseModelConfig(files);
  if (!config.ok()) return config.error();
  if (Status checked = CheckTask(config.value(), task); !checked.ok()) {
    return checked.error();
  }
  for (const char* key : {"format", "version", "task", "training", "files"}) {
    config.value().erase(key);
  }
  return config;
}

Result<Index> TakeDimensions(nlohmann::json* config) {
  Result<Index> dimensions = ReadSize(*config, "dimensions", kMaxWidth);
  config->erase("dimensions");
  return dimensions;
}

}  // namespace whylight
