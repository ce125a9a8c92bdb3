#include "core/systems/language_model/bidirectional_model.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/format/json.h"
#include "core/model/layer_spec.h"
#include "core/model/model_parts.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

}  // namespace

BidirectionalLanguageModel::BidirectionalLanguageModel(PretrainedLayers layers,
                                                       std::uint64_t seed)
    : layers_(std::move(layers)),
      output_{
          "output.W",
          InitialMatrix(Initialisation::kSmall,
                        static_cast<Index>(layers_.vocabulary.size()),
                        layers_.forward.back()->outputs(), seed, "output.W")},
      bias_{"output.b",
            Matrix::Zero(static_cast<Index>(layers_.vocabulary.size()), 1)} {}

Result<BidirectionalLanguageModel> BidirectionalLanguageModel::Make(
    Vocabulary vocabulary, Matrix vectors, std::vector<json> layers,
    std::uint64_t seed) {
  Result<PretrainedLayers> made = PretrainedLayers::Make(
      std::move(vocabulary), std::move(vectors), std::move(layers), seed);
  if (!made.ok()) return made.error();
  for (const auto& layer : made.value().forward) {
    if (layer->word_output() == WordOutput::kState) continue;
    return Error{ErrorCode::kInvalidArgument,
                 "layer: expected one that gives a state at each word"};
  }
  return BidirectionalLanguageModel(std::move(made).value(), seed);
}

Result<BidirectionalLanguageModel> BidirectionalLanguageModel::Load(
    const ModelFiles& files) {
  Result<PretrainedLayers> layers = PretrainedLayers::Load(files);
  if (!layers.ok()) return layers.error();
  const Result<SafetensorsView> tensors =
      SafetensorsView::Parse(files.tensors, kTensorsFile);
  if (!tensors.ok()) return tensors.error();
  const auto words = static_cast<Index>(layers.value().vocabulary.size());
  Result<Matrix> output = ReadMatrix(tensors.value(), "output.W", words,
                                     layers.value().forward.back()->outputs());
  if (!output.ok()) return output.error();
  Result<Matrix> bias = ReadMatrix(tensors.value(), "output.b", words, 1);
  if (!bias.ok()) return bias.error();
  BidirectionalLanguageModel model(std::move(layers).value(), 0);
  model.output_.value = std::move(output).value();
  model.bias_.value = std::move(bias).value();
  return model;
}

Result<ModelFiles> BidirectionalLanguageModel::Save(
    Dtype vectors, Dtype network, std::string_view about) const {
  json specs = json::array();
  for (const json& spec : layers_.specs) specs.push_back(WithoutWidths(spec));
  ModelFiles files;
  files.config =
      DumpJson(ordered_json{{"format", "whylight"},
                            {"version", kModelVersion},
                            {"task", "language-model"},
                            {"direction", "both"},
                            {"dimensions", layers_.vectors.cols()},
                            {"layers", ordered_json(specs)},
                            {"training",
                             ordered_json::parse(about, nullptr, false)}},
               2) +
      "\n";
  files.vocabulary = layers_.vocabulary.Serialize();
  TensorCollector tensors;
  Status added = layers_.Save(vectors, network, &tensors);
  if (added.ok()) added = tensors.Add(output_.name, output_.value, vectors);
  if (added.ok()) added = tensors.Add(bias_.name, bias_.value, network);
  if (!added.ok()) return added.error();
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

Var BidirectionalLanguageModel::Lookup(
    Graph& graph, std::span<const std::int32_t> words) const {
  const Var found =
      graph.NewValue(static_cast<Index>(words.size()), layers_.vectors.cols());
  MatrixView rows = graph.MutableValue(found);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == kUnknownWord) {
      rows.row(static_cast<Index>(i)).setZero();
    } else {
      rows.row(static_cast<Index>(i)) = layers_.vectors.row(words[i]);
    }
  }
  return found;
}

ForetoldWords BidirectionalLanguageModel::Foretell(
    Graph& graph, Var words, const std::vector<const WordIds*>& texts,
    Direction direction) const {
  const bool backward = direction == Direction::kBackward;
  std::vector<WordIds> reversed;
  std::vector<const WordIds*> read = texts;
  if (backward) {
    reversed.reserve(texts.size());
    for (std::size_t b = 0; b < texts.size(); ++b) {
      reversed.emplace_back(texts[b]->rbegin(), texts[b]->rend());
      read[b] = &reversed.back();
    }
  }
  // Read backwards, texts have the same distinct words.
  Sequences sequences{words, MakeWordBatch(read).sequences, std::nullopt};
  for (const auto& layer : backward ? layers_.backward : layers_.forward) {
    sequences = layer->Apply(graph, sequences);
  }
  std::vector<std::int32_t> rows;
  ForetoldWords foretold{};
  for (std::size_t b = 0; b < read.size(); ++b) {
    const WordIds& text = *read[b];
    for (std::size_t t = 0; t + 1 < text.size(); ++t) {
      if (text[t + 1] == kUnknownWord) continue;
      rows.push_back(
          sequences.batch.row(static_cast<Index>(t), static_cast<Index>(b)));
      foretold.targets.push_back(text[t + 1]);
    }
  }
  foretold.states = Gather(graph, sequences.words, rows);
  return foretold;
}

std::vector<Parameter*> BidirectionalLanguageModel::Parameters() {
  std::vector<Parameter*> parameters = layers_.Parameters();
  parameters.push_back(&output_);
  parameters.push_back(&bias_);
  return parameters;
}

}  // namespace whylight
