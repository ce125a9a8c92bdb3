// How layers made of layers call their sizes (see LayerTensor::dims) and
// tensors.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/layers/sequence_layer.h"

namespace whylight {

/// True if `dim` is one symbol or number, like "h" or "200", and not a
/// calculation, like "2h" or "h+m".
bool IsPlainDim(const std::string& dim);

/// `dim` of layer `number` of a stack, whose inputs are `given` wide: its own
/// symbols get that number, "h" -> "h.2", and "d" is what the layer is given,
/// e.g. "2d" -> "2(h.1+m.1)".
std::string StackedDim(const std::string& dim, std::size_t number,
                       const std::string& given);

/// Adds the tensors of a layer within another: their names start with
/// `prefix`.
void AddInnerTensors(const std::string& prefix, SequenceLayer& layer,
                     std::vector<LayerTensor>* tensors);

}  // namespace whylight
