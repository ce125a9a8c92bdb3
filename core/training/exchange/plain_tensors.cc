#include "core/training/exchange/plain_tensors.h"

#include <list>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/model/layer_spec.h"
#include "core/training/exchange/listed_layers.h"

namespace whylight {
namespace {

constexpr std::string_view kScaleEnd = ".scale";

struct LayerNames {
  std::set<std::string> vectors;
  std::set<std::string> all;
};

// The names of all tensors of layers, and of those that are vectors.
Result<LayerNames> NamesInLayers(const nlohmann::json& config) {
  LayerNames names;
  for (const ListedLayer& layer : ListLayers(config)) {
    const Result<std::vector<TensorSymbols>> tensors =
        TensorsOfLayer(WithoutWidths(*layer.spec));
    if (!tensors.ok()) return tensors.error();
    for (const TensorSymbols& tensor : tensors.value()) {
      const std::string full = layer.name + "." + tensor.name;
      names.all.insert(full);
      if (tensor.dims.size() == 1) names.vectors.insert(full);
    }
  }
  return names;
}

}  // namespace

Result<std::string> ExportTensors(const ModelFiles& files) {
  Result<nlohmann::json> config = ParseModelConfig(files);
  if (!config.ok()) return config.error();
  config.value().erase("files");
  const Result<SafetensorsView> view =
      SafetensorsView::Parse(files.tensors, kTensorsFile);
  if (!view.ok()) return view.error();
  const Result<LayerNames> layers = NamesInLayers(config.value());
  if (!layers.ok()) return layers.error();

  std::list<EncodedMatrix> encoded;
  std::vector<Tensor> tensors;
  for (const Tensor& tensor : view.value().tensors()) {
    std::string name = tensor.name;
    // The scales of rows are in the numbers.
    if (tensor.shape.size() != 2 || name.ends_with(kScaleEnd)) continue;
    Result<Matrix> matrix =
        ReadMatrix(view.value(), name, static_cast<Index>(tensor.shape[0]),
                   static_cast<Index>(tensor.shape[1]));
    if (!matrix.ok()) return matrix.error();
    bool vector = layers.value().vectors.contains(name);
    if (!layers.value().all.contains(name) && name.ends_with(".W")) {
      name.replace(name.size() - 1, 1, "weight");
      matrix.value().transposeInPlace();
    } else if (!layers.value().all.contains(name) && name.ends_with(".b") &&
               matrix.value().rows() == 1) {
      name.replace(name.size() - 1, 1, "bias");
      vector = true;
    }
    Result<EncodedMatrix> numbers = EncodeMatrix(matrix.value(), Dtype::kF32);
    if (!numbers.ok()) return numbers.error();
    encoded.push_back(std::move(numbers).value());
    if (vector) encoded.back().shape.erase(encoded.back().shape.begin());
    AppendTensors(name, encoded.back(), tensors);
  }
  return SerializeSafetensors(std::move(tensors),
                              {{"config", DumpJson(config.value())}});
}

}  // namespace whylight
