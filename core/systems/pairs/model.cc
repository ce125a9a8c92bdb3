#include "core/systems/pairs/model.h"

#include <algorithm>
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
// The prefixes of their tensors' names.
constexpr char kLayers[] = "layers";
constexpr char kHead[] = "head";

// The width of what the hidden units read.
Index FeatureWidth(const PairOptions& options, const LayerList& layers,
                   const std::optional<WordMeeting>& meeting,
                   Index dimensions) {
  return meeting ? meeting->outputs()
                 : 4 * PooledWidth(layers, options.output, dimensions);
}

// The dropout of the texts on one side, each of which has a number of its own.
TextDropout OfSide(TextDropout dropout, std::size_t side) {
  for (std::size_t& example : dropout.examples) example = 2 * example + side;
  return dropout;
}

// The same of the first texts and after them the second ones.
TextDropout OfBothSides(const TextDropout& dropout) {
  TextDropout both = OfSide(dropout, 0);
  const TextDropout second = OfSide(dropout, 1);
  both.examples.insert(both.examples.end(), second.examples.begin(),
                       second.examples.end());
  return both;
}

// The first half of the texts, or the second.
Sequences HalfOf(const Sequences& all, Index half) {
  const SequenceBatch& batch = all.batch;
  const Index count = batch.batch() / 2;
  SequenceBatch side;
  side.lengths.assign(batch.lengths.begin() + half * count,
                      batch.lengths.begin() + (half + 1) * count);
  for (const Index length : side.lengths) {
    side.max_length = std::max(side.max_length, length);
  }
  for (Index t = 0; t < side.max_length; ++t) {
    for (Index b = 0; b < count; ++b) {
      side.rows.push_back(batch.row(t, half * count + b));
    }
  }
  return {all.words, std::move(side), std::nullopt};
}

}  // namespace

WordBatch MakePairBatch(std::span<const PairIds* const> pairs) {
  std::vector<const WordIds*> texts;
  for (const PairIds* pair : pairs) texts.push_back(&pair->first);
  for (const PairIds* pair : pairs) texts.push_back(&pair->second);
  return MakeWordBatch(texts);
}

PairModel::PairModel(PairOptions options, Vocabulary vocabulary, Matrix vectors,
                     LayerList layers, std::optional<WordMeeting> meeting,
                     LayerList head, std::uint64_t seed)
    : options_(std::move(options)),
      vocabulary_(std::move(vocabulary)),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      layers_(std::move(layers)),
      meeting_(std::move(meeting)),
      hidden_("hidden",
              FeatureWidth(options_, layers_, meeting_, vectors_.value.cols()),
              options_.hidden, seed, Initialisation::kHe),
      head_(std::move(head)),
      output_("output", PooledWidth(head_, StackOutput::kLast, options_.hidden),
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
  std::optional<WordMeeting> meeting;
  if (options.words_meet()) {
    Result<WordMeeting> made = WordMeeting::Make(
        options,
        PooledWidth(layers.value(), StackOutput::kLast, vectors.cols()), seed);
    if (!made.ok()) return made.error();
    meeting = std::move(made).value();
  }
  Result<LayerList> head =
      MakeNewLayers(options.head, kHead, options.hidden, kHead, seed);
  if (!head.ok()) return head.error();
  return PairModel(std::move(options), std::move(vocabulary),
                   std::move(vectors), std::move(layers).value(),
                   std::move(meeting), std::move(head).value(), seed);
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
  std::optional<WordMeeting> meeting;
  if (options.words_meet()) {
    Result<WordMeeting> loaded = WordMeeting::Load(
        options,
        PooledWidth(layers.value(), StackOutput::kLast, dimensions.value()),
        tensors, files.tensors);
    if (!loaded.ok()) return loaded.error();
    meeting = std::move(loaded).value();
  }
  // Before memory is taken for as many.
  const auto numbers = static_cast<std::uint64_t>(
      (FeatureWidth(options, layers.value(), meeting, dimensions.value()) + 1) *
      options.hidden);
  if (Status fits = CheckModelSize(numbers, files.tensors); !fits.ok()) {
    return fits.error();
  }
  Result<LayerList> head =
      LoadLayers(options.head, "head: ", options.hidden, tensors, kHead);
  if (!head.ok()) return head.error();
  PairModel model(std::move(options), std::move(vocabulary), std::move(vectors),
                  std::move(layers).value(), std::move(meeting),
                  std::move(head).value(), 0);
  read = ReadParameters(tensors, model.DenseParameters());
  if (!read.ok()) return read.error();
  return model;
}

Result<ModelFiles> PairModel::Save(Dtype vectors, Dtype network,
                                   std::string_view about) const {
  PairOptions options = options_;
  for (auto* layers :
       {&options.layers, &options.stack, &options.composition, &options.head}) {
    for (nlohmann::json& layer : *layers) layer = WithoutWidths(layer);
  }
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
  if (added.ok() && meeting_) added = meeting_->Save(network, &tensors);
  if (added.ok()) added = SaveLayers(head_, kHead, network, &tensors);
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

std::pair<PairSide, PairSide> PairModel::ReadSides(
    Graph& graph, const WordBatch& batch, const TextDropout& dropout) const {
  const TextDropout of_both = OfBothSides(dropout);
  const Var words =
      LookUpWords(graph, vectors_, options_.train_vectors, batch, of_both);
  const Sequences read =
      ReadLayers(graph, layers_, words, batch.sequences, of_both);
  return {{HalfOf(read, 0), OfSide(dropout, 0)},
          {HalfOf(read, 1), OfSide(dropout, 1)}};
}

Var PairModel::SiameseFeatures(Graph& graph, const WordBatch& batch,
                               const TextDropout& dropout) const {
  const TextDropout of_both = OfBothSides(dropout);
  const Var words =
      LookUpWords(graph, vectors_, options_.train_vectors, batch, of_both);
  const Var both = ReadAndPool(graph, layers_, words, batch.sequences,
                               options_.pooling, options_.output, of_both);
  const Index pairs = graph.value(both).rows() / 2;
  const Var x = Rows(graph, both, 0, pairs);
  const Var y = Rows(graph, both, pairs, pairs);
  const Var difference = options_.difference == PairDifference::kSigned
                             ? Subtract(graph, x, y)
                             : AbsoluteDifference(graph, x, y);
  return ConcatColumns(graph, ConcatColumns(graph, x, y),
                       ConcatColumns(graph, Multiply(graph, x, y), difference));
}

Var PairModel::Logits(Graph& graph, const WordBatch& batch,
                      const TextDropout& dropout) const {
  std::uint64_t reader = layers_.size() + 1;
  Var features;
  if (meeting_) {
    const auto [first, second] = ReadSides(graph, batch, dropout);
    features = meeting_->Apply(graph, first, second, reader);
    reader += meeting_->readers();
  } else {
    features = SiameseFeatures(graph, batch, dropout);
  }
  const Var dropped = DropOfTexts(graph, features, dropout, reader);
  Var read = Relu(graph, hidden_.Apply(graph, dropped));
  for (const auto& layer : head_) {
    const Var input = DropOfTexts(graph, read, dropout, ++reader);
    read = LastVectors(graph, layer->Apply(graph, OneVectorEach(graph, input)));
  }
  return output_.Apply(graph, DropOfTexts(graph, read, dropout, ++reader));
}

PairModel::WordWeights PairModel::Align(Graph& graph,
                                        const PairIds& pair) const {
  graph.Clear();
  const PairIds* const one = &pair;
  const auto [first, second] = ReadSides(graph, MakePairBatch({&one, 1}), {});
  const Alignment aligned = meeting_->Align(graph, first, second);
  const auto matrix = [&](Var weights, const WordIds& rows,
                          const WordIds& columns) {
    const ConstMatrixView column = graph.value(weights);
    return Matrix(Eigen::Map<const Matrix>(column.data(),
                                           static_cast<Index>(rows.size()),
                                           static_cast<Index>(columns.size())));
  };
  return {matrix(aligned.left.weights, pair.first, pair.second),
          matrix(aligned.right.weights, pair.second, pair.first)};
}

SplitFeatures PairModel::Split(Graph& graph, const PairIds& pair) const {
  if (!meeting_) return {};
  graph.Clear();
  const PairIds* const one = &pair;
  const auto [first, second] = ReadSides(graph, MakePairBatch({&one, 1}), {});
  return meeting_->Split(graph, first, second);
}

Matrix PairModel::Probabilities(Graph& graph,
                                std::span<const PairIds* const> pairs) const {
  graph.Clear();
  Matrix probabilities = graph.value(Logits(graph, MakePairBatch(pairs)));
  SoftmaxRows<Real>(probabilities);
  return probabilities;
}

std::vector<Parameter*> PairModel::DenseParameters() {
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
  if (meeting_) {
    for (Parameter* parameter : meeting_->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  for (const auto& layer : head_) {
    for (Parameter* parameter : layer->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  for (Parameter* parameter : DenseParameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

}  // namespace whylight
