#include "core/systems/questions/word_chooser.h"

#include <cmath>
#include <utility>

#include "core/format/json.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

constexpr char kChooserLayers[] = "rationale.layers";
constexpr char kChoice[] = "rationale.choice";

// The reason why layers cannot tell one word from another, or nothing.
std::string FindProblem(const WordChoiceOptions& options,
                        const LayerList& layers) {
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (layers[i]->word_output() == WordOutput::kOther) {
      return "rationale: layers[" + std::to_string(i) +
             "]: expected a layer that gives a vector per word, found " +
             DumpJson(options.layers[i].at("type"));
    }
  }
  return {};
}

}  // namespace

WordChooser::WordChooser(LayerList layers, Index dimensions, std::uint64_t seed)
    : layers_(std::move(layers)),
      choice_(kChoice, layers_.empty() ? dimensions : layers_.back()->outputs(),
              1, seed) {}

Result<WordChooser> WordChooser::Make(const WordChoiceOptions& options,
                                      Index dimensions, std::uint64_t seed) {
  Result<LayerList> layers = MakeNewLayers(options.layers, "rationale: layers",
                                           dimensions, kChooserLayers, seed);
  if (!layers.ok()) return layers.error();
  if (const std::string problem = FindProblem(options, layers.value());
      !problem.empty()) {
    return Invalid(problem);
  }
  WordChooser chooser(std::move(layers).value(), dimensions, seed);
  chooser.choice_.bias().value.setConstant(
      static_cast<Real>(std::log(kStartShare / (1 - kStartShare))));
  return chooser;
}

Result<WordChooser> WordChooser::Load(const WordChoiceOptions& options,
                                      Index dimensions,
                                      const SafetensorsView& tensors) {
  Result<LayerList> layers = LoadLayers(
      options.layers, "rationale: ", dimensions, tensors, kChooserLayers);
  if (!layers.ok()) return layers.error();
  if (const std::string problem = FindProblem(options, layers.value());
      !problem.empty()) {
    return BadConfig(problem);
  }
  WordChooser chooser(std::move(layers).value(), dimensions, 0);
  if (Status read = ReadParameters(tensors, chooser.choice_.Parameters());
      !read.ok()) {
    return read.error();
  }
  return chooser;
}

Status WordChooser::Save(Dtype dtype, TensorCollector* tensors) const {
  Status added = SaveLayers(layers_, kChooserLayers, dtype, tensors);
  for (const Parameter* parameter : {&choice_.weight(), &choice_.bias()}) {
    if (!added.ok()) return added;
    added = tensors->Add(parameter->name, parameter->value, dtype);
  }
  return added;
}

Var WordChooser::Scores(Graph& graph, const Sequences& words) const {
  Sequences sequences = words;
  for (const auto& layer : layers_) sequences = layer->Apply(graph, sequences);
  // Once for each distinct vector, wherever it stands.
  return Gather(graph, choice_.Apply(graph, sequences.words),
                sequences.batch.rows);
}

std::vector<Parameter*> WordChooser::Parameters() {
  std::vector<Parameter*> parameters = choice_.Parameters();
  for (const auto& layer : layers_) {
    for (Parameter* parameter : layer->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

}  // namespace whylight
