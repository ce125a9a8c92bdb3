#include "core/systems/language_model/model.h"

#include <array>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/random.h"
#include "core/format/json.h"
#include "core/math/kernels.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"
#include "core/model/word_batch.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr Index kMaxLayers = 64;

Result<LanguageModelOptions> OptionsFromJson(const json& config) {
  LanguageModelOptions options;
  const Result<Index> layers = ReadSize(config, "layers", kMaxLayers);
  if (!layers.ok()) return layers.error();
  options.layers = layers.value();
  const Result<Index> hidden = ReadSize(config, "hidden", kMaxWidth);
  if (!hidden.ok()) return hidden.error();
  options.hidden = hidden.value();
  if (const auto tied = config.find("tied"); tied != config.end()) {
    if (!tied->is_boolean()) {
      return BadConfig("expected \"tied\" to be true or false");
    }
    options.tied = tied->get<bool>();
  }
  const auto layer = config.find("layer");
  if (layer == config.end()) return BadConfig("expected a \"layer\"");
  const Status read = ReadLanguageModelLayer(*layer, "layer", &options.layer);
  if (!read.ok()) return BadConfig(read.error().message);
  return options;
}

// Rows that are units of the softmax start as a layer's do.
Matrix StartOfRows(const Vocabulary& vocabulary, Index hidden,
                   std::uint64_t seed, const std::string& name) {
  return UniformMatrix(static_cast<Index>(vocabulary.size()), hidden,
                       std::sqrt(3 / static_cast<double>(hidden)), seed, name);
}

}  // namespace

std::vector<std::string_view> SplitWords(std::string_view text) {
  constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";
  std::vector<std::string_view> words;
  for (std::size_t start = text.find_first_not_of(kWhiteSpace);
       start != std::string_view::npos;) {
    const std::size_t end = text.find_first_of(kWhiteSpace, start);
    words.push_back(text.substr(start, end - start));
    start = text.find_first_not_of(kWhiteSpace, end);
  }
  return words;
}

LanguageModel::LanguageModel(const LanguageModelOptions& options,
                             Vocabulary vocabulary, Stacked layers,
                             std::uint64_t seed)
    : options_(options),
      vocabulary_(std::move(vocabulary)),
      end_of_sentence_(vocabulary_.Find(kEndOfSentence)),
      unknown_(vocabulary_.Find(kUnknownToken)),
      embedding_{"embedding",
                 StartOfRows(vocabulary_, options.hidden, seed, "embedding")},
      bias_{"output.b",
            Matrix::Zero(1, static_cast<Index>(vocabulary_.size()))},
      layers_(std::move(layers)) {
  if (options.tied) return;
  output_ = {"output.W",
             StartOfRows(vocabulary_, options.hidden, seed, "output.W")};
}

Result<LanguageModel> LanguageModel::Make(const LanguageModelOptions& options,
                                          Vocabulary vocabulary,
                                          std::uint64_t seed) {
  for (const std::string_view word : {kEndOfSentence, kUnknownToken}) {
    if (vocabulary.Find(word) < 0) {
      return Error{ErrorCode::kInvalidArgument,
                   "vocabulary: expected " + Quote(word) + ", found none"};
    }
  }
  std::vector<std::unique_ptr<SequenceLayer>> layers;
  for (Index k = 0; k < options.layers; ++k) {
    Result<std::unique_ptr<SequenceLayer>> layer = MakeLanguageModelLayer(
        options.layer, options.hidden, "layer." + std::to_string(k + 1), seed);
    if (!layer.ok()) return layer.error();
    layers.push_back(std::move(layer).value());
  }
  Result<Stacked> stacked = Stacked::Make(std::move(layers));
  if (!stacked.ok()) return stacked.error();
  const Result<CarriedState> start = StartState(stacked.value(), 1);
  if (!start.ok()) return start.error();
  return LanguageModel(options, std::move(vocabulary),
                       std::move(stacked).value(), seed);
}

Result<LanguageModel> LanguageModel::Load(const ModelFiles& files) {
  const Result<json> parsed = ParseModelConfig(files);
  if (!parsed.ok()) return parsed.error();
  const json& config = parsed.value();
  if (Status checked = CheckTask(config, "language-model"); !checked.ok()) {
    return checked.error();
  }
  if (config.value("direction", json()) == json("both")) {
    return BadConfig(
        "expected a language model that reads forwards, found one of "
        "\"direction\" \"both\", for other trainings to start from");
  }
  const Result<LanguageModelOptions> options = OptionsFromJson(config);
  if (!options.ok()) return options.error();
  Result<Vocabulary> vocabulary = Vocabulary::Parse(files.vocabulary);
  if (!vocabulary.ok()) return vocabulary.error();
  const Result<SafetensorsView> tensors =
      SafetensorsView::Parse(files.tensors, kTensorsFile);
  if (!tensors.ok()) return tensors.error();
  const LanguageModelOptions& own = options.value();
  const auto hidden = static_cast<std::uint64_t>(own.hidden);
  const std::uint64_t numbers =
      ((own.tied ? 1 : 2) * hidden + 1) * vocabulary.value().size() +
      static_cast<std::uint64_t>(own.layers) *
          ParameterCount(own.layer, own.hidden);
  if (Status fits = CheckModelSize(numbers, files.tensors); !fits.ok()) {
    return fits.error();
  }
  Result<LanguageModel> model =
      Make(options.value(), std::move(vocabulary).value(), 0);
  if (!model.ok()) return BadConfig(model.error().message);
  if (Status read = ReadParameters(tensors.value(), model.value().Parameters());
      !read.ok()) {
    return read.error();
  }
  return model;
}

Result<ModelFiles> LanguageModel::Save(Dtype vectors, Dtype network,
                                       std::string_view about) const {
  ModelFiles files;
  files.config =
      DumpJson(ordered_json{{"format", "whylight"},
                            {"version", kModelVersion},
                            {"task", "language-model"},
                            {"layers", options_.layers},
                            {"hidden", options_.hidden},
                            {"tied", options_.tied},
                            {"layer", LanguageModelLayerToJson(options_.layer)},
                            {"training",
                             ordered_json::parse(about, nullptr, false)}},
               2) +
      "\n";
  files.vocabulary = vocabulary_.Serialize();
  TensorCollector tensors;
  for (const Parameter* parameter :
       const_cast<LanguageModel*>(this)->Parameters()) {
    const bool of_words =
        parameter == &embedding_ || (output_ && parameter == &*output_);
    const Status added = tensors.Add(parameter->name, parameter->value,
                                     of_words ? vectors : network);
    if (!added.ok()) return added.error();
  }
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

std::vector<std::string> LanguageModel::Sample(std::string_view prompt,
                                               std::size_t count,
                                               double temperature,
                                               std::uint64_t seed) const {
  CarriedState state = Start(1);
  Graph graph(Graph::Mode::kInference);
  // The logits of what comes after `words`.
  const auto read = [&](std::span<const std::int32_t> words) {
    graph.Clear();
    const auto length = static_cast<Index>(words.size());
    const Sequences states = Read(
        graph, {Lookup(graph, words), EveryRowAWord(length, 1), std::nullopt},
        state);
    return Matrix(
        graph.value(NextWord(graph, Rows(graph, states.words, length - 1, 1))));
  };
  std::vector<std::int32_t> given = {end_of_sentence_};
  for (const std::string_view word : SplitWords(prompt)) {
    given.push_back(Id(word));
  }
  Matrix logits = read(given);
  const CounterRandom random(seed, RandomPurpose::kSample);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < count; ++i) {
    logits /= static_cast<Real>(temperature);
    SoftmaxRows<Real>(logits);
    // Rounding may leave the sum of all a little below the number drawn.
    auto left = static_cast<Real>(random.Uniform(i)) * logits.sum();
    std::int32_t word = 0;
    const auto last = static_cast<std::int32_t>(logits.cols()) - 1;
    while (word < last && left >= logits(0, word)) left -= logits(0, word++);
    words.emplace_back(vocabulary_.word(static_cast<std::size_t>(word)));
    if (i + 1 < count) logits = read({&word, 1});
  }
  return words;
}

std::int32_t LanguageModel::Id(std::string_view word) const {
  const std::int32_t id = vocabulary_.Find(word);
  return id < 0 ? unknown_ : id;
}

CarriedState LanguageModel::Start(Index batch) const {
  return StartState(layers_, batch).value();
}

Var LanguageModel::Lookup(Graph& graph,
                          std::span<const std::int32_t> words) const {
  // The gradient is of the rows that are read, not of the whole table.
  const WordIds text(words.begin(), words.end());
  const WordBatch batch = MakeWordBatch(std::array{&text});
  return Gather(graph, graph.UseRows(embedding_, batch.words),
                batch.sequences.rows);
}

Sequences LanguageModel::Read(Graph& graph, const Sequences& words,
                              CarriedState& state) const {
  return layers_.ApplyFrom(graph, words, state);
}

Var LanguageModel::NextWord(Graph& graph, Var states) const {
  return AffineTransposed(graph, states,
                          graph.Use(output_ ? *output_ : embedding_),
                          graph.Use(bias_));
}

std::vector<Parameter*> LanguageModel::Parameters() {
  std::vector<Parameter*> parameters = {&embedding_, &bias_};
  if (output_) parameters.push_back(&*output_);
  for (Parameter* parameter : layers_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

}  // namespace whylight
