#include "core/model/word_layers.h"

#include <string>
#include <utility>

#include "core/format/json.h"
#include "core/model/layer_spec.h"
#include "core/model/model_parts.h"
#include "core/model/text_pooling.h"

namespace whylight {
namespace {

// The key of their specifications and the prefix of their tensors' names.
constexpr char kWordLayers[] = "layers";

std::string FindLayerWithoutWords(const std::vector<nlohmann::json>& specs,
                                  const std::string& name,
                                  const LayerList& layers) {
  return FindUnfitLayer(specs, name, layers, WordOutput::kHardMasks);
}

}  // namespace

Result<LayerList> MakeWordLayers(const std::vector<nlohmann::json>& specs,
                                 Index inputs, std::uint64_t seed,
                                 const std::string& name) {
  Result<LayerList> layers = MakeNewLayers(specs, name, inputs, name, seed);
  if (!layers.ok()) return layers;
  const std::string unfit = FindLayerWithoutWords(specs, name, layers.value());
  if (!unfit.empty()) return Invalid(unfit);
  return layers;
}

Result<LayerList> LoadLayersAtWords(const std::vector<nlohmann::json>& specs,
                                    Index inputs,
                                    const SafetensorsView& tensors,
                                    const std::string& name) {
  const std::string where = name == kWordLayers ? "" : name + ": ";
  Result<LayerList> layers = LoadLayers(specs, where, inputs, tensors, name);
  if (!layers.ok()) return layers;
  const std::string unfit = FindLayerWithoutWords(specs, name, layers.value());
  if (!unfit.empty()) return BadConfig(unfit);
  return layers;
}

Result<WordLayers> LoadWordLayers(const ModelFiles& files,
                                  const std::vector<nlohmann::json>& specs,
                                  Index dimensions, Index inputs) {
  Result<Lexicon> lexicon = ReadLexicon(files, dimensions);
  if (!lexicon.ok()) return lexicon.error();
  Result<LayerList> layers =
      LoadLayersAtWords(specs, inputs, lexicon.value().tensors);
  if (!layers.ok()) return layers.error();
  return WordLayers{std::move(lexicon).value(), std::move(layers).value()};
}

Index WidthAtWords(const LayerList& layers, Index inputs) {
  return PooledWidth(layers, StackOutput::kLast, inputs);
}

Sequences ReadWords(Graph& graph, Var words, const LayerList& layers,
                    const SequenceBatch& texts, const TextDropout& dropout) {
  const Sequences read = ReadLayers(graph, layers, words, texts, dropout);
  if (layers.empty()) return read;
  return DropOfWords(graph, read, dropout, layers.size() + 1);
}

Sequences ReadWords(Graph& graph, const Parameter& vectors, bool trained,
                    const LayerList& layers, const WordBatch& texts,
                    const TextDropout& dropout) {
  return ReadWords(graph, LookUpWords(graph, vectors, trained, texts, dropout),
                   layers, texts.sequences, dropout);
}

void LeaveOutWidths(nlohmann::ordered_json* specs) {
  for (nlohmann::ordered_json& layer : *specs) {
    layer = WithoutWidths(nlohmann::json(layer));
  }
}

Result<ModelFiles> SaveWordModel(const WordModel& model, Dtype vectors,
                                 Dtype network, std::string_view about) {
  nlohmann::ordered_json config{{"format", "whylight"},
                                {"version", kModelVersion},
                                {"task", model.task},
                                {"dimensions", model.vectors.value.cols()}};
  config.update(model.options);
  LeaveOutWidths(&config[kWordLayers]);
  config["training"] = nlohmann::ordered_json::parse(about, nullptr, false);
  ModelFiles files;
  files.config = DumpJson(config, 2) + "\n";
  files.vocabulary = model.vocabulary.Serialize();

  TensorCollector tensors;
  Status added = tensors.Add(model.vectors.name, model.vectors.value, vectors);
  if (added.ok())
    added = SaveLayers(model.layers, kWordLayers, network, &tensors);
  for (const auto& [name, layers] : model.more) {
    if (added.ok()) added = SaveLayers(layers, name, network, &tensors);
  }
  for (const Parameter* parameter : model.own) {
    if (!added.ok()) return added.error();
    added = tensors.Add(parameter->name, parameter->value, network);
  }
  if (!added.ok()) return added.error();
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

}  // namespace whylight
