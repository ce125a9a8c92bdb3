#include "core/systems/layers/system.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/systems/layers/run_layer.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// All layers: each request says which.
class Layers final : public Model {
 public:
  // NOLINTNEXTLINE(performance-unnecessary-value-param): as System has it.
  static Result<std::unique_ptr<Model>> Load(ModelFiles /*files*/) {
    return std::unique_ptr<Model>(std::make_unique<Layers>());
  }

  ordered_json About() const override { return ordered_json::object(); }
  Result<std::unique_ptr<Model>> ForAnotherThread() const override {
    return Load({});
  }
};

struct LayerOptions {
  std::string spec;  // JSON.
};

const Fields<LayerOptions>& LayerFields() {
  static const auto fields =
      Fields<LayerOptions>()
          .Other(
              "spec", "LayerSpec",
              [](const json& spec, const std::string&, LayerOptions* options) {
                options->spec = DumpJson(spec);
                return Status();
              },
              [](const LayerOptions&) { return ordered_json(); },
              "Which layer, e.g. {\"type\": \"rcnn\", \"order\": 2}.")
          .Required();
  return fields;
}

Result<Answer> AnswerRunLayer(Layers& /*layers*/, const Request& request,
                              const LayerOptions& options) {
  Result<LayerOutput> run = RunLayer(options.spec, request.texts.front());
  if (!run.ok()) return run.error();
  return Answer{{{"unused", run.value().unused}},
                std::move(run.value().tensors)};
}

std::string ShowUnused(const ordered_json& answer) {
  std::string lines;
  for (const ordered_json& name : answer.at("unused")) {
    lines.append(lines.empty() ? "" : "\n")
        .append("not read: tensor ")
        .append(DumpJson(name));
  }
  return lines;
}

Result<Answer> AnswerLayerShapes(Layers& /*layers*/, const Request& /*request*/,
                                 const LayerOptions& options) {
  const Result<std::vector<WantedTensor>> wanted = LayerShapes(options.spec);
  if (!wanted.ok()) return wanted.error();
  ordered_json shapes = ordered_json::array();
  for (const WantedTensor& tensor : wanted.value()) {
    shapes.push_back({{"name", tensor.name}, {"shape", tensor.shape}});
  }
  return Answer{{{"shapes", std::move(shapes)}}};
}

std::string ShowShapes(const ordered_json& answer) {
  std::string lines;
  for (const ordered_json& tensor : answer.at("shapes")) {
    const auto name = tensor.at("name").get<std::string>();
    lines.append(lines.empty() ? "" : "\n")
        .append(name)
        .append(" ")
        .append(tensor.at("shape").get<std::string>());
    if (name == "mask") lines += " (if words are left out)";
  }
  return lines;
}

}  // namespace

const System& LayersSystem() {
  static const System system = {
      "layers",
      "single layers",
      Layers::Load,
      {Answered<AnswerRunLayer, LayerFields>(
           {.name = "run-layer",
            .summary = "One layer applied to tensors of your own "
                       "(docs/reference/layers.md)",
            .inputs = Inputs::kTensors,
            .show = ShowUnused,
            .bytes = "Safetensors file to write: h, and an RCNN's levels and "
                     "gates"}),
       Answered<AnswerLayerShapes, LayerFields>(
           {.name = "layer-shapes",
            .summary = "The tensors that a layer reads; L is the number of "
                       "words, d their width, h the width of the layer",
            .inputs = Inputs::kNothing,
            .show = ShowShapes})},
      /*needs_files=*/false};
  return system;
}

}  // namespace whylight
