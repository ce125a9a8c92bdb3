// Layers by their JSON specification (docs/layers.md).
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/result.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

/// The number of rows of the matrix of that name, which must have `columns`: it
/// tells how wide a layer is.
using TensorRows =
    std::function<Result<Index>(const std::string& name, Index columns)>;

/// The layer that `spec` describes for vectors of width `inputs`, its
/// parameters to be set by `SequenceLayer::Tensors`. Fails with
/// kInvalidArgument, naming the option, and as `rows` fails.
Result<std::unique_ptr<SequenceLayer>> MakeLayer(const nlohmann::json& spec,
                                                 Index inputs,
                                                 const TensorRows& rows);

}  // namespace whylight
