#include "core/systems/rationale/text_reader.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/model/read_layers.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

std::string NameOf(TextReader::Part part) {
  return part == TextReader::Part::kGenerator ? "generator" : "encoder";
}

const RcnnOptions& RcnnOf(TextReader::Part part,
                          const RationaleOptions& options) {
  return part == TextReader::Part::kGenerator ? options.generator
                                              : options.encoder;
}

// The specifications of the part's layers, or nothing.
std::optional<std::vector<nlohmann::json>> SpecsOf(
    TextReader::Part part, const RationaleOptions& options) {
  const std::optional<LayerSpecs>& layers = part == TextReader::Part::kGenerator
                                                ? options.generator_layers
                                                : options.encoder_layers;
  if (!layers) return std::nullopt;
  std::vector<nlohmann::json> specs;
  for (const Document& layer : *layers) specs.push_back(ToJson(layer));
  return specs;
}

// The reason why layers are unfit for their part, or nothing.
std::string FindProblem(TextReader::Part part, const RationaleOptions& options,
                        const std::vector<nlohmann::json>& specs,
                        const LayerList& layers) {
  const bool encodes = part == TextReader::Part::kEncoder || options.shared;
  const std::string unfit =
      FindUnfitLayer(specs, "layers", layers,
                     encodes ? WordOutput::kCandidate : WordOutput::kHardMasks);
  if (!unfit.empty()) return unfit;
  const bool states =
      !layers.empty() && layers.back()->word_output() == WordOutput::kState;
  if (encodes && options.pooling == TextPooling::kLast && !states) {
    return "\"pooling\": expected \"max\" or \"mean\" where the last layer has "
           "no state, found \"last\"";
  }
  return {};
}

}  // namespace

TextReader::TextReader(Part part, const RationaleOptions& options,
                       std::uint64_t seed)
    : name_(NameOf(part)),
      rcnn_(std::in_place, name_, RcnnOf(part, options), seed),
      pooling_(TextPooling::kLast),
      width_(2 * RcnnOf(part, options).hidden) {}

TextReader::TextReader(Part part, const RationaleOptions& options,
                       LayerList layers)
    : name_(NameOf(part)),
      layers_(std::move(layers)),
      pooling_(options.pooling),
      width_(layers_.empty() ? RcnnOf(part, options).inputs
                             : layers_.back()->outputs()) {}

Result<TextReader> TextReader::Make(Part part, const RationaleOptions& options,
                                    std::uint64_t seed) {
  const auto specs = SpecsOf(part, options);
  if (!specs) return TextReader(part, options, seed);
  const std::string name = NameOf(part);
  Result<LayerList> layers =
      MakeNewLayers(*specs, name + ": layers", RcnnOf(part, options).inputs,
                    name + ".layers", seed);
  if (!layers.ok()) return layers.error();
  const std::string problem =
      FindProblem(part, options, *specs, layers.value());
  if (!problem.empty()) {
    return Error{ErrorCode::kInvalidArgument, name + ": " + problem};
  }
  return TextReader(part, options, std::move(layers).value());
}

Result<TextReader> TextReader::Load(Part part, const RationaleOptions& options,
                                    const SafetensorsView& tensors,
                                    LayerMaker make) {
  const auto specs = SpecsOf(part, options);
  if (!specs) return TextReader(part, options, 0);
  const std::string name = NameOf(part);
  Result<LayerList> layers =
      LoadLayers(*specs, name + ": ", RcnnOf(part, options).inputs, tensors,
                 name + ".layers", make);
  if (!layers.ok()) return layers.error();
  const std::string problem =
      FindProblem(part, options, *specs, layers.value());
  if (!problem.empty()) return BadConfig(name + ": " + problem);
  return TextReader(part, options, std::move(layers).value());
}

Status TextReader::Save(Dtype dtype, TensorCollector* tensors) const {
  return SaveLayers(layers_, name_ + ".layers", dtype, tensors);
}

TextReader::Inputs TextReader::Project(Graph& graph, Var words) const {
  if (!rcnn_) return {words, std::nullopt};
  return {words, rcnn_->Project(graph, words)};
}

Var TextReader::States(Graph& graph, const Inputs& inputs,
                       const SequenceBatch& words) const {
  if (rcnn_) return rcnn_->States(graph, *inputs.projected, words);
  Sequences sequences{inputs.words, words, std::nullopt};
  for (const auto& layer : layers_) sequences = layer->Apply(graph, sequences);
  return Gather(graph, sequences.words, sequences.batch.rows);
}

Var TextReader::TextVectors(Graph& graph, const Inputs& inputs,
                            const SequenceBatch& words,
                            std::optional<Var> mask) const {
  if (rcnn_) return rcnn_->FinalStates(graph, *inputs.projected, words, mask);
  Sequences sequences{inputs.words, words, mask};
  for (const auto& layer : layers_) {
    sequences = ApplyLayer(graph, *layer, sequences);
  }
  if (pooling_ == TextPooling::kLast) {
    return layers_.back()->LastState(graph, sequences);
  }
  return PoolSelectedWords(graph, sequences, pooling_);
}

std::vector<Parameter*> TextReader::Parameters() {
  std::vector<Parameter*> parameters;
  if (rcnn_) parameters = rcnn_->Parameters();
  for (const auto& layer : layers_) {
    for (Parameter* parameter : layer->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

}  // namespace whylight
