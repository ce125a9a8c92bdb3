// The tensors of a model as other programs read them.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/format/model_folder.h"

namespace whylight {

/// A safetensors file of the model in `files`, which must be one that loads:
/// 32-bit floats, vectors of one dimension, layers' tensors by the names and
/// shapes of docs/reference/layers.md, other linear maps as NAME.weight
/// [outputs, inputs] and NAME.bias. Its metadata hold the config.json, without
/// "files". ImportStateDict reads it back.
Result<std::string> ExportTensors(const ModelFiles& files);

}  // namespace whylight
