#include "core/model/layer_list.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/json.h"
#include "core/format/model_folder.h"
#include "core/model/limits.h"

namespace whylight {
namespace {

using nlohmann::json;
using Layer = std::unique_ptr<SequenceLayer>;

std::string NumberedName(const std::string& name, std::size_t index) {
  return name + "." + std::to_string(index + 1);
}

// Tells how wide layers are by the tensors of a file, so that no memory is
// taken for more than there is.
TensorRows RowsIn(const SafetensorsView& tensors, const std::string& layer) {
  return [&tensors, layer](const std::string& name,
                           Index columns) -> Result<Index> {
    const std::string full = layer + "." + name;
    const Tensor* tensor = tensors.Find(full);
    const auto width = static_cast<std::size_t>(columns);
    if (tensor == nullptr || tensor->shape.size() != 2 ||
        tensor->shape[0] < 1 ||
        tensor->shape[0] > static_cast<std::size_t>(kMaxWidth) ||
        tensor->shape[1] != width) {
      return Error{ErrorCode::kBadModel,
                   std::string(kTensorsFile) + ": tensor " + Quote(full) +
                       ": expected [h, " + std::to_string(columns) + "]"};
    }
    return static_cast<Index>(tensor->shape[0]);
  };
}

}  // namespace

Result<LayerList> MakeNewLayers(const std::vector<json>& specs,
                                const std::string& where, Index inputs,
                                const std::string& name, std::uint64_t seed,
                                Index beside) {
  LayerList layers;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    Result<Layer> layer =
        MakeNewLayer(specs[i], where + "[" + std::to_string(i) + "]", inputs,
                     NumberedName(name, i), seed);
    if (!layer.ok()) return layer.error();
    inputs = layer.value()->outputs() + beside;
    layers.push_back(std::move(layer).value());
  }
  return layers;
}

Result<Layer> RefuseLayer(const json& /*spec*/, Index /*inputs*/,
                          const TensorRows& /*rows*/,
                          const std::string& /*name*/) {
  return BadConfig(
      "expected a generator and an encoder of the type \"rcnn\", found "
      "\"layers\", which only the native program reads");
}

Result<LayerList> LoadLayers(const std::vector<json>& specs,
                             const std::string& where, Index inputs,
                             const SafetensorsView& tensors,
                             const std::string& name, LayerMaker make,
                             Index beside) {
  LayerList layers;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::string numbered = NumberedName(name, i);
    Result<Layer> layer =
        make(specs[i], inputs, RowsIn(tensors, numbered), numbered);
    if (!layer.ok()) {
      // Any error here is in the file.
      return layer.error().code == ErrorCode::kInvalidArgument
                 ? BadConfig(where + "layer " + std::to_string(i + 1) + ": " +
                             layer.error().message)
                 : layer.error();
    }
    inputs = layer.value()->outputs() + beside;
    layers.push_back(std::move(layer).value());
  }
  for (std::size_t i = 0; i < layers.size(); ++i) {
    for (const LayerTensor& tensor : layers[i]->Tensors()) {
      const Matrix like = TensorValue(tensor);
      Result<Matrix> value =
          ReadMatrix(tensors, NumberedName(name, i) + "." + tensor.name,
                     like.rows(), like.cols());
      if (!value.ok()) return value.error();
      SetTensor(tensor, value.value());
    }
  }
  return layers;
}

Status SaveLayers(const LayerList& layers, const std::string& name, Dtype dtype,
                  TensorCollector* tensors) {
  for (std::size_t i = 0; i < layers.size(); ++i) {
    for (const LayerTensor& tensor : layers[i]->Tensors()) {
      const std::string full = NumberedName(name, i) + "." + tensor.name;
      if (Status added = tensors->Add(full, TensorValue(tensor), dtype);
          !added.ok()) {
        return added;
      }
    }
  }
  return {};
}

std::string FindUnfitLayer(const std::vector<json>& specs,
                           const std::string& where, const LayerList& layers,
                           WordOutput least) {
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const WordOutput output = layers[i]->word_output();
    if (output >= least) continue;
    const std::string type =
        Quote(specs[i].at("type").get_ref<const std::string&>());
    const std::string layer =
        where + "[" + std::to_string(i) + "]: expected a layer";
    return output == WordOutput::kOther
               ? layer + " that gives a vector a word, found " + type +
                     " that does not"
               : layer +
                     " that can be told how much a word is selected, "
                     "found " +
                     type + " that cannot";
  }
  return {};
}

Status SaveParameters(const std::vector<Parameter*>& parameters, Dtype dtype,
                      TensorCollector* tensors) {
  for (const Parameter* parameter : parameters) {
    Status added = tensors->Add(parameter->name, parameter->value, dtype);
    if (!added.ok()) return added;
  }
  return {};
}

void AddParametersOf(const std::vector<LayerTensor>& tensors,
                     std::vector<Parameter*>* parameters) {
  for (const LayerTensor& tensor : tensors) {
    if (std::find(parameters->begin(), parameters->end(), tensor.parameter) ==
        parameters->end()) {
      parameters->push_back(tensor.parameter);
    }
  }
}

}  // namespace whylight
