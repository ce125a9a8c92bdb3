#include "core/systems/pairs/model.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/layers/check_size.h"
#include "core/math/kernels.h"
#include "core/model/find_words.h"
#include "core/model/layer_spec.h"
#include "core/model/lexicon.h"
#include "core/model/model_parts.h"
#include "core/ops/absolute_difference.h"
#include "core/ops/ops.h"
#include "core/ops/subtract.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr char kTask[] = "pairs";
// The prefix of their tensors' names.
constexpr char kLayers[] = "layers";

// The width of what the hidden units read.
Index FeatureWidth(const PairOptions& options, const LayerList& layers,
                   Index dimensions) {
  return 4 * PooledWidth(layers, options.output, dimensions);
}

// Each of the two texts of a pair has a number of its own.
TextDropout OfTexts(TextDropout dropout) {
  const std::vector<std::size_t> pairs = std::move(dropout.examples);
  dropout.examples.clear();
  for (const std::size_t side : {0, 1}) {
    for (const std::size_t pair : pairs) {
      dropout.examples.push_back(2 * pair + side);
    }
  }
  return dropout;
}

}  // namespace

WordBatch MakePairBatch(std::span<const PairIds* const> pairs) {
  std::vector<const WordIds*> texts;
  for (const PairIds* pair : pairs) texts.push_back(&pair->first);
  for (const PairIds* pair : pairs) texts.push_back(&pair->second);
  return MakeWordBatch(texts);
}

PairModel::PairModel(PairOptions options, Vocabulary vocabulary, Matrix vectors,
                     LayerList layers, std::uint64_t seed)
    : options_(std::move(options)),
      vocabulary_(std::move(vocabulary)),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      layers_(std::move(layers)),
      hidden_("hidden", FeatureWidth(options_, layers_, vectors_.value.cols()),
              options_.hidden, seed, Initialisation::kHe),
      output_("output", options_.hidden,
              static_cast<Index>(options_.outcomes()), seed) {
  vocabulary_.ReadMisspelled(options_.spelling);
}

Result<PairModel> PairModel::Make(PairOptions options, Vocabulary vocabulary,
                                  Matrix vectors, std::uint64_t seed) {
  if (Status checked = CheckPairOptions(options); !checked.ok()) {
    return checked.error();
  }
  Result<LayerList> layers =
      MakeNewLayers(options.layers, "layers", vectors.cols(), kLayers, seed);
  if (!layers.ok()) return layers.error();
  return PairModel(std::move(options), std::move(vocabulary),
                   std::move(vectors), std::move(layers).value(), seed);
}

Result<PairModel> PairModel::Load(const ModelFiles& files) {
  Result<nlohmann::json> config = ParseModelConfig(files);
  if (!config.ok()) return config.error();
  if (Status task = CheckTask(config.value(), kTask); !task.ok()) {
    return task.error();
  }
  const Result<Index> dimensions =
      ReadSize(config.value(), "dimensions", kMaxWidth);
  if (!dimensions.ok()) return dimensions.error();
  // Keys of every model, which are not options of this one.
  for (const char* key :
       {"format", "version", "task", "training", "files", "dimensions"}) {
    config.value().erase(key);
  }
  PairOptions options;
  Status read = PairOptionsFields().Read(config.value(), "config", &options);
  if (read.ok()) read = CheckPairOptions(options);
  if (!read.ok()) return BadConfig(read.error().message);
  Result<Lexicon> lexicon = ReadLexicon(files, dimensions.value());
  if (!lexicon.ok()) return lexicon.error();
  auto& [vocabulary, vectors, tensors] = lexicon.value();
  Result<LayerList> layers =
      LoadLayers(options.layers, "", dimensions.value(), tensors, kLayers);
  if (!layers.ok()) return layers.error();
  // Before memory is taken for as many.
  const auto numbers = static_cast<std::uint64_t>(
      (FeatureWidth(options, layers.value(), dimensions.value()) + 1) *
      options.hidden);
  if (Status fits = CheckModelSize(numbers, files.tensors); !fits.ok()) {
    return fits.error();
  }
  PairModel model(std::move(options), std::move(vocabulary), std::move(vectors),
                  std::move(layers).value(), 0);
  read = ReadParameters(tensors, model.HeadParameters());
  if (!read.ok()) return read.error();
  return model;
}

Result<ModelFiles> PairModel::Save(Dtype vectors, Dtype network,
                                   std::string_view about) const {
  PairOptions options = options_;
  for (nlohmann::json& layer : options.layers) layer = WithoutWidths(layer);
  ordered_json config{{"format", "whylight"},
                      {"version", kModelVersion},
                      {"task", kTask},
                      {"dimensions", vectors_.value.cols()}};
  config.update(PairOptionsFields().Write(options));
  config["training"] = ordered_json::parse(about, nullptr, false);
  ModelFiles files;
  files.config = DumpJson(config, 2) + "\n";
  files.vocabulary = vocabulary_.Serialize();

  TensorCollector tensors;
  Status added = tensors.Add(vectors_.name, vectors_.value, vectors);
  if (added.ok()) added = SaveLayers(layers_, kLayers, network, &tensors);
  for (const Parameter* parameter : {&hidden_.weight(), &hidden_.bias(),
                                     &output_.weight(), &output_.bias()}) {
    if (!added.ok()) return added.error();
    added = tensors.Add(parameter->name, parameter->value, network);
  }
  if (!added.ok()) return added.error();
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

WordIds PairModel::Ids(const std::vector<Token>& tokens) const {
  return FindWords(vocabulary_, tokens);
}

Var PairModel::Logits(Graph& graph, const WordBatch& batch,
                      const TextDropout& dropout) const {
  const TextDropout of_texts = OfTexts(dropout);
  const Var words =
      LookUpWords(graph, vectors_, options_.train_vectors, batch, of_texts);
  const Var both = ReadAndPool(graph, layers_, words, batch.sequences,
                               options_.pooling, options_.output, of_texts);
  const Index pairs = graph.value(both).rows() / 2;
  const Var x = Rows(graph, both, 0, pairs);
  const Var y = Rows(graph, both, pairs, pairs);
  const Var difference = options_.difference == PairDifference::kSigned
                             ? Subtract(graph, x, y)
                             : AbsoluteDifference(graph, x, y);
  const Var features =
      ConcatColumns(graph, ConcatColumns(graph, x, y),
                    ConcatColumns(graph, Multiply(graph, x, y), difference));
  const std::uint64_t reader = layers_.size() + 1;
  const Var hidden =
      Relu(graph,
           hidden_.Apply(graph, DropOfTexts(graph, features, dropout, reader)));
  return output_.Apply(graph, DropOfTexts(graph, hidden, dropout, reader + 1));
}

Matrix PairModel::Probabilities(Graph& graph,
                                std::span<const PairIds* const> pairs) const {
  graph.Clear();
  Matrix probabilities = graph.value(Logits(graph, MakePairBatch(pairs)));
  SoftmaxRows<Real>(probabilities);
  return probabilities;
}

std::vector<Parameter*> PairModel::HeadParameters() {
  std::vector<Parameter*> parameters = hidden_.Parameters();
  for (Parameter* parameter : output_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<Parameter*> PairModel::Parameters() {
  std::vector<Parameter*> parameters;
  if (options_.train_vectors) parameters.push_back(&vectors_);
  for (const auto& layer : layers_) {
    for (Parameter* parameter : layer->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  for (Parameter* parameter : HeadParameters()) parameters.push_back(parameter);
  return parameters;
}

}  // namespace whylight
