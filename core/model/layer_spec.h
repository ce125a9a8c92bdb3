// Layers by their JSON specification (docs/reference/layers.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

class FieldTable;

/// The number of rows of the matrix of that name, which must have `columns`: it
/// tells how wide a layer is.
using TensorRows =
    std::function<Result<Index>(const std::string& name, Index columns)>;

/// The layer that `spec` describes for vectors of width `inputs`, its
/// parameters to be set by `SequenceLayer::Tensors`; `name` starts their names.
/// Fails with kInvalidArgument, naming the option, and as `rows` fails.
Result<std::unique_ptr<SequenceLayer>> MakeLayer(
    const nlohmann::json& spec, Index inputs, const TensorRows& rows,
    const std::string& name = "layer");

/// The layer that `spec` describes, to be trained: each layer says how wide it
/// is by "hidden", and may say how it starts. `where` is the name in errors of
/// the spec.
Result<std::unique_ptr<SequenceLayer>> MakeNewLayer(const nlohmann::json& spec,
                                                    const std::string& where,
                                                    Index inputs,
                                                    const std::string& name,
                                                    std::uint64_t seed);

/// Every type of layer, and the fields of its specification.
std::vector<std::pair<std::string, const FieldTable*>> LayerTypes();

/// The name of a tensor, and its sizes by their symbols, as LayerTensor has
/// them.
struct TensorSymbols {
  std::string name;
  std::vector<std::string> dims;
};

/// The tensors of the layer that `spec` describes, however wide it is. Fails as
/// MakeLayer.
Result<std::vector<TensorSymbols>> TensorsOfLayer(const nlohmann::json& spec);

/// The spec of a new layer as `MakeLayer` reads it, when its tensors say how
/// wide it is.
nlohmann::json WithoutWidths(const nlohmann::json& spec);

}  // namespace whylight
