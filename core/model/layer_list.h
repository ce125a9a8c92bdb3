// Layers one after the other, as models keep them: made of their
// specifications, and their tensors read and written.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/layers/sequence_layer.h"
#include "core/model/layer_spec.h"
#include "core/model/model_parts.h"

namespace whylight {

using LayerList = std::vector<std::unique_ptr<SequenceLayer>>;

/// Layers to train, the first for vectors of width `inputs`; their parameters
/// are called `name`.1.*, `name`.2.*, ... Fails as MakeNewLayer; `where` starts
/// the name of a spec in errors, e.g. "layers" for layers[0]. Each layer after
/// the first reads `beside` numbers more than the one before gives.
Result<LayerList> MakeNewLayers(const std::vector<nlohmann::json>& specs,
                                const std::string& where, Index inputs,
                                const std::string& name, std::uint64_t seed,
                                Index beside = 0);

/// Makes a layer whose tensors are there: MakeLayer, or a function that refuses
/// to in a program that has no layers.
using LayerMaker = Result<std::unique_ptr<SequenceLayer>> (*)(
    const nlohmann::json& spec, Index inputs, const TensorRows& rows,
    const std::string& name);

/// Fails: for a program that has no layers.
Result<std::unique_ptr<SequenceLayer>> RefuseLayer(const nlohmann::json& spec,
                                                   Index inputs,
                                                   const TensorRows& rows,
                                                   const std::string& name);

/// Layers as they were saved. Trusts nothing: fails with kBadModel, `where`
/// (e.g. "" or "encoder: ") before the number of the layer. `beside` as above.
Result<LayerList> LoadLayers(const std::vector<nlohmann::json>& specs,
                             const std::string& where, Index inputs,
                             const SafetensorsView& tensors,
                             const std::string& name,
                             LayerMaker make = MakeLayer, Index beside = 0);

/// The error of the first layer, made of its spec, that gives less than `least`
/// at each word, or nothing. `where` starts the name of a spec, as above.
std::string FindUnfitLayer(const std::vector<nlohmann::json>& specs,
                           const std::string& where, const LayerList& layers,
                           WordOutput least);

/// Adds the tensors of the k-th layer as `name`.k.*.
Status SaveLayers(const LayerList& layers, const std::string& name, Dtype dtype,
                  TensorCollector* tensors);

/// Adds each as the tensor of its name.
Status SaveParameters(const std::vector<Parameter*>& parameters, Dtype dtype,
                      TensorCollector* tensors);

/// Adds the parameters of `tensors` that are not there yet.
void AddParametersOf(const std::vector<LayerTensor>& tensors,
                     std::vector<Parameter*>* parameters);

}  // namespace whylight
