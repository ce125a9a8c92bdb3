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
#include "core/model/own_config.h"
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
// The dropout of the selector is another than that of what reads its choice.
constexpr std::uint64_t kSelectorReader = 1000;

// The width of a word with the numbers beside it.
Index WordWidth(const PairOptions& options, Index dimensions) {
  return dimensions + options.beside.count();
}

// The width of what the hidden units read.
Index FeatureWidth(const PairOptions& options, const LayerList& layers,
                   const std::optional<WordMeeting>& meeting,
                   Index dimensions) {
  return meeting ? meeting->outputs()
                 : 4 * PooledWidth(layers, options.output,
                                   WordWidth(options, dimensions));
}

// The ids of the words of text `b`.
WordIds IdsOf(const WordBatch& batch, Index b) {
  WordIds ids;
  const Index length = batch.sequences.lengths[static_cast<std::size_t>(b)];
  for (Index t = 0; t < length; ++t) {
    const std::int32_t row = batch.sequences.row(t, b);
    ids.push_back(batch.words[static_cast<std::size_t>(row)]);
  }
  return ids;
}

// The error of a layer that does not fit, or nothing. Words can only meet where
// each has a vector.
std::string FindProblem(const PairOptions& options, const LayerList& layers) {
  return FindUnfitReader(
      options, options.layers, kLayers, layers,
      options.words_meet() ? WordOutput::kHardMasks : WordOutput::kOther);
}

// The same of the first texts and after them the second ones.
TextDropout OfBothSides(const TextDropout& dropout) {
  TextDropout both = OfSide(dropout, 0);
  const TextDropout second = OfSide(dropout, 1);
  both.examples.insert(both.examples.end(), second.examples.begin(),
                       second.examples.end());
  return both;
}

// One side as far as it is selected.
Sequences SideOf(const Sequences& both, std::size_t side,
                 const PairMasks& masks) {
  Sequences words = SideOf(both, side);
  words.mask = masks[side];
  return words;
}

}  // namespace

PairIds KeepWords(const PairIds& pair, const PairSelection& selection,
                  bool selected) {
  if (!selected) {
    return KeepWords(pair,
                     {OthersOf(selection.first), OthersOf(selection.second)});
  }
  return {KeepWords(pair.first, selection.first),
          KeepWords(pair.second, selection.second)};
}

WordBatch MakePairBatch(std::span<const PairIds* const> pairs) {
  std::vector<const WordIds*> texts;
  for (const PairIds* pair : pairs) texts.push_back(&pair->first);
  for (const PairIds* pair : pairs) texts.push_back(&pair->second);
  return MakeWordBatch(texts);
}

PairModel::PairModel(PairOptions options, Vocabulary vocabulary, Matrix vectors,
                     Parts parts, std::uint64_t seed)
    : options_(std::move(options)),
      vocabulary_(std::move(vocabulary)),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      layers_(std::move(parts.layers)),
      meeting_(std::move(parts.meeting)),
      selector_(std::move(parts.selector)),
      hidden_("hidden",
              FeatureWidth(options_, layers_, meeting_, vectors_.value.cols()),
              options_.hidden, seed, Initialisation::kHe),
      head_(std::move(parts.head)),
      output_("output", PooledWidth(head_, StackOutput::kLast, options_.hidden),
              static_cast<Index>(options_.outcomes()), seed) {
  if (options_.beside.similarity) directions_ = Directions(vectors_.value);
  vocabulary_.ReadMisspelled(options_.spelling);
}

Result<PairModel> PairModel::Make(PairOptions options, Vocabulary vocabulary,
                                  Matrix vectors, std::uint64_t seed) {
  if (Status checked = CheckPairOptions(options); !checked.ok()) {
    return checked.error();
  }
  Parts parts;
  const Index width = WordWidth(options, vectors.cols());
  Result<LayerList> layers =
      MakeNewLayers(options.layers, "layers", width, kLayers, seed);
  if (!layers.ok()) return layers.error();
  const std::string problem = FindProblem(options, layers.value());
  if (!problem.empty()) return Invalid(problem);
  parts.layers = std::move(layers).value();
  if (options.words_meet()) {
    Result<WordMeeting> made = WordMeeting::Make(
        options, PooledWidth(parts.layers, StackOutput::kLast, width), seed);
    if (!made.ok()) return made.error();
    parts.meeting = std::move(made).value();
  }
  if (options.selects()) {
    Result<WordSelector> made =
        WordSelector::Make(options.selector, vectors.cols(), seed);
    if (!made.ok()) return made.error();
    parts.selector = std::move(made).value();
  }
  Result<LayerList> head =
      MakeNewLayers(options.head, kHead, options.hidden, kHead, seed);
  if (!head.ok()) return head.error();
  parts.head = std::move(head).value();
  return PairModel(std::move(options), std::move(vocabulary),
                   std::move(vectors), std::move(parts), seed);
}

Result<PairModel> PairModel::Load(const ModelFiles& files) {
  Result<nlohmann::json> config = ReadOwnConfig(files, kTask);
  if (!config.ok()) return config.error();
  const Result<Index> dimensions = TakeDimensions(&config.value());
  if (!dimensions.ok()) return dimensions.error();
  PairOptions options;
  Status read = PairOptionsFields().Read(config.value(), "config", &options);
  if (read.ok()) read = CheckPairOptions(options);
  if (!read.ok()) return BadConfig(read.error().message);
  Result<Lexicon> lexicon = ReadLexicon(files, dimensions.value());
  if (!lexicon.ok()) return lexicon.error();
  auto& [vocabulary, vectors, tensors] = lexicon.value();
  Parts parts;
  const Index width = WordWidth(options, dimensions.value());
  Result<LayerList> layers =
      LoadLayers(options.layers, "", width, tensors, kLayers);
  if (!layers.ok()) return layers.error();
  const std::string problem = FindProblem(options, layers.value());
  if (!problem.empty()) return BadConfig(problem);
  parts.layers = std::move(layers).value();
  if (options.words_meet()) {
    Result<WordMeeting> loaded = WordMeeting::Load(
        options, PooledWidth(parts.layers, StackOutput::kLast, width), tensors,
        files.tensors);
    if (!loaded.ok()) return loaded.error();
    parts.meeting = std::move(loaded).value();
  }
  if (options.selects()) {
    Result<WordSelector> loaded = WordSelector::Load(
        options.selector, dimensions.value(), tensors, files.tensors);
    if (!loaded.ok()) return loaded.error();
    parts.selector = std::move(loaded).value();
  }
  // Before memory is taken for as many.
  const Index features =
      FeatureWidth(options, parts.layers, parts.meeting, dimensions.value());
  const std::uint64_t numbers = (static_cast<std::uint64_t>(features) + 1) *
                                static_cast<std::uint64_t>(options.hidden);
  if (Status fits = CheckModelSize(numbers, files.tensors); !fits.ok()) {
    return fits.error();
  }
  Result<LayerList> head =
      LoadLayers(options.head, "head: ", options.hidden, tensors, kHead);
  if (!head.ok()) return head.error();
  parts.head = std::move(head).value();
  PairModel model(std::move(options), std::move(vocabulary), std::move(vectors),
                  std::move(parts), 0);
  read = ReadParameters(tensors, model.DenseParameters());
  if (!read.ok()) return read.error();
  return model;
}

Result<ModelFiles> PairModel::Save(Dtype vectors, Dtype network,
                                   std::string_view about) const {
  PairOptions options = options_;
  for (auto* layers : {&options.layers, &options.stack, &options.composition,
                       &options.head, &options.selector.layers}) {
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
  if (added.ok() && selector_) added = selector_->Save(network, &tensors);
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

Sequences PairModel::WordsOf(Graph& graph, const WordBatch& batch,
                             const TextDropout& of_both) const {
  const Sequences words = {
      LookUpWords(graph, vectors_, options_.train_vectors, batch, of_both),
      batch.sequences, std::nullopt};
  const Index pairs = batch.sequences.batch() / 2;
  const auto features_of = [&](std::size_t text) {
    const auto b = static_cast<Index>(text);
    const Index other = b < pairs ? b + pairs : b - pairs;
    return WordFeatures(options_.beside, IdsOf(batch, b), IdsOf(batch, other),
                        directions_);
  };
  return WithFeatures(graph, words, options_.beside.count(), features_of);
}

std::pair<PairSide, PairSide> PairModel::ReadSides(
    Graph& graph, const WordBatch& batch, const TextDropout& dropout,
    const std::optional<PairMasks>& masks) const {
  const TextDropout of_both = OfBothSides(dropout);
  const Sequences words = WordsOf(graph, batch, of_both);
  if (masks) {
    const auto read = [&](std::size_t side) {
      return PairSide{ReadLayers(graph, layers_, SideOf(words, side, *masks),
                                 OfSide(dropout, side)),
                      OfSide(dropout, side)};
    };
    return {read(0), read(1)};
  }
  const Sequences read = ReadLayers(graph, layers_, words, of_both);
  return {{SideOf(read, 0), OfSide(dropout, 0)},
          {SideOf(read, 1), OfSide(dropout, 1)}};
}

std::pair<Var, Var> PairModel::PoolSides(
    Graph& graph, const WordBatch& batch, const TextDropout& dropout,
    const std::optional<PairMasks>& masks) const {
  const TextDropout of_both = OfBothSides(dropout);
  const Sequences words = WordsOf(graph, batch, of_both);
  if (masks) {
    const auto pool = [&](std::size_t side) {
      return ReadAndPool(graph, layers_, SideOf(words, side, *masks),
                         options_.pooling, options_.output,
                         OfSide(dropout, side));
    };
    return {pool(0), pool(1)};
  }
  const Var both = ReadAndPool(graph, layers_, words, options_.pooling,
                               options_.output, of_both);
  const Index pairs = graph.value(both).rows() / 2;
  return {Rows(graph, both, 0, pairs), Rows(graph, both, pairs, pairs)};
}

Var PairModel::SiameseFeatures(Graph& graph, Var x, Var y) const {
  const Var difference = options_.difference == PairDifference::kSigned
                             ? Subtract(graph, x, y)
                             : AbsoluteDifference(graph, x, y);
  return ConcatColumns(graph, ConcatColumns(graph, x, y),
                       ConcatColumns(graph, Multiply(graph, x, y), difference));
}

Var PairModel::Logits(Graph& graph, const WordBatch& batch,
                      const TextDropout& dropout,
                      const std::optional<PairMasks>& masks) const {
  std::uint64_t reader = layers_.size() + 1;
  Var features;
  if (meeting_) {
    const auto [first, second] = ReadSides(graph, batch, dropout, masks);
    features = meeting_->Apply(graph, first, second, reader);
    reader += meeting_->readers();
  } else {
    const auto [x, y] = PoolSides(graph, batch, dropout, masks);
    features = SiameseFeatures(graph, x, y);
  }
  const Var dropped = DropOfTexts(graph, features, dropout, reader);
  Var read = Relu(graph, hidden_.Apply(graph, dropped));
  for (const auto& layer : head_) {
    const Var input = DropOfTexts(graph, read, dropout, ++reader);
    read = LastVectors(graph, layer->Apply(graph, OneVectorEach(graph, input)));
  }
  return output_.Apply(graph, DropOfTexts(graph, read, dropout, ++reader));
}

std::array<Var, 2> PairModel::SelectionScores(
    Graph& graph, const WordBatch& batch, const TextDropout& dropout) const {
  // The selector drops elements of them itself.
  const Sequences words = WordsOf(graph, batch, {});
  return selector_->Scores(graph, {SideOf(words, 0), OfSide(dropout, 0)},
                           {SideOf(words, 1), OfSide(dropout, 1)},
                           kSelectorReader);
}

std::vector<PairSelection> PairModel::Select(
    Graph& graph, std::span<const PairIds* const> pairs) const {
  std::vector<PairSelection> selections;
  if (!selector_) {
    for (const PairIds* pair : pairs) {
      selections.push_back({WordSelection(pair->first.size(), 1),
                            WordSelection(pair->second.size(), 1)});
    }
    return selections;
  }
  graph.Clear();
  const auto [first, second] = SelectionScores(graph, MakePairBatch(pairs));
  const auto count = static_cast<Index>(pairs.size());
  for (Index i = 0; i < count; ++i) {
    const PairIds& pair = *pairs[static_cast<std::size_t>(i)];
    selections.push_back(
        {SelectByScores(graph.value(first), count, i, pair.first.size()),
         SelectByScores(graph.value(second), count, i, pair.second.size())});
  }
  return selections;
}

PairModel::WordWeights PairModel::Align(Graph& graph,
                                        const PairIds& pair) const {
  graph.Clear();
  const PairIds* const one = &pair;
  const auto [first, second] =
      ReadSides(graph, MakePairBatch({&one, 1}), {}, {});
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
  const auto [first, second] =
      ReadSides(graph, MakePairBatch({&one, 1}), {}, {});
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

std::vector<Parameter*> PairModel::ReaderParameters() {
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

std::vector<Parameter*> PairModel::Parameters() {
  std::vector<Parameter*> parameters = ReaderParameters();
  if (!selector_) return parameters;
  for (Parameter* parameter : selector_->Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

}  // namespace whylight
