#include "core/systems/questions/model.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/hash.h"
#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/layers/bag.h"
#include "core/model/layer_spec.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr char kTask[] = "questions";
// The prefix of their tensors' names.
constexpr char kLayers[] = "layers";
constexpr char kSubwordTensor[] = "subwords";

std::string ToHex(std::uint64_t number) {
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) {
    digits.push_back("0123456789abcdef"[(number >> shift) & 15u]);
  }
  return digits;
}

Index WidthOf(const RetrieverOptions& options, const LayerList& layers,
              Index dimensions) {
  if (layers.empty()) return dimensions;
  Index width = layers.back()->outputs();
  if (options.output == StackOutput::kAll) {
    width = 0;
    for (const auto& layer : layers) width += layer->outputs();
  }
  return width + (options.with_words ? dimensions : 0);
}

// Whether a sentence ends with this token: a run of such marks with something
// else than the next word after it, which "9.5" and "U.S." have not.
bool EndsSentence(const std::vector<Token>& tokens, std::size_t i) {
  const std::string& text = tokens[i].text;
  if (text.find_first_not_of(".?!") != std::string::npos) return false;
  return i + 1 == tokens.size() ||
         tokens[i + 1].span.start > tokens[i].span.end;
}

std::size_t TitleLength(const std::vector<Token>& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (EndsSentence(tokens, i)) return i + 1;
  }
  return tokens.size();
}

}  // namespace

Retriever::Retriever(RetrieverOptions options, Vocabulary vocabulary,
                     Matrix vectors, Matrix subwords, LayerList layers)
    : options_(std::move(options)),
      name_(kTask),
      vocabulary_(std::move(vocabulary)),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      subwords_{kSubwordTensor, std::move(subwords)},
      layers_(std::move(layers)),
      distance_{"distance", Matrix{{Real(1), Real(0)}}},
      width_(WidthOf(options_, layers_, vectors_.value.cols())) {}

Result<Retriever> Retriever::Make(RetrieverOptions options,
                                  Vocabulary vocabulary, Matrix vectors,
                                  Matrix subwords, std::uint64_t seed) {
  Result<LayerList> layers =
      MakeNewLayers(options.layers, "layers", vectors.cols(), kLayers, seed);
  if (!layers.ok()) return layers.error();
  return Retriever(std::move(options), std::move(vocabulary),
                   std::move(vectors), std::move(subwords),
                   std::move(layers).value());
}

Result<Retriever> Retriever::Load(const ModelFiles& files) {
  Result<json> config = ParseModelConfig(files);
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
  RetrieverOptions options;
  if (Status read =
          RetrieverOptionsFields().Read(config.value(), "config", &options);
      !read.ok()) {
    return BadConfig(read.error().message);
  }
  Result<Vocabulary> vocabulary = Vocabulary::Parse(files.vocabulary);
  if (!vocabulary.ok()) return vocabulary.error();
  const Result<SafetensorsView> tensors =
      SafetensorsView::Parse(files.tensors, kTensorsFile);
  if (!tensors.ok()) return tensors.error();
  Result<Matrix> vectors = ReadMatrix(
      tensors.value(), kEmbeddingTensor,
      static_cast<Index>(vocabulary.value().size()), dimensions.value());
  if (!vectors.ok()) return vectors.error();
  Matrix subwords(0, dimensions.value());
  if (options.subwords.buckets > 0) {
    Result<Matrix> read =
        ReadMatrix(tensors.value(), kSubwordTensor, options.subwords.buckets,
                   dimensions.value());
    if (!read.ok()) return read.error();
    subwords = std::move(read).value();
  }
  Result<LayerList> layers = LoadLayers(options.layers, "", dimensions.value(),
                                        tensors.value(), kLayers);
  if (!layers.ok()) return layers.error();
  Retriever model(std::move(options), std::move(vocabulary).value(),
                  std::move(vectors).value(), std::move(subwords),
                  std::move(layers).value());
  model.name_ +=
      "-" + ToHex(Checksum(files.tensors) ^ (3 * Checksum(files.vocabulary)));
  if (model.options_.similarity == Similarity::kPoincare) {
    Status read = ReadParameters(tensors.value(), {&model.distance_});
    if (!read.ok()) return read.error();
  }
  return model;
}

Result<ModelFiles> Retriever::Save(Dtype vectors, Dtype network,
                                   std::string_view about) const {
  RetrieverOptions options = options_;
  for (json& layer : options.layers) layer = WithoutWidths(layer);
  ordered_json config{{"format", "whylight"},
                      {"version", kModelVersion},
                      {"task", kTask},
                      {"dimensions", vectors_.value.cols()}};
  config.update(RetrieverOptionsFields().Write(options));
  config["training"] = ordered_json::parse(about, nullptr, false);
  ModelFiles files;
  files.config = DumpJson(config, 2) + "\n";
  files.vocabulary = vocabulary_.Serialize();

  TensorCollector tensors;
  Status added = tensors.Add(vectors_.name, vectors_.value, vectors);
  if (added.ok() && subwords_.value.rows() > 0) {
    added = tensors.Add(subwords_.name, subwords_.value, vectors);
  }
  if (added.ok()) added = SaveLayers(layers_, kLayers, network, &tensors);
  if (added.ok() && options_.similarity == Similarity::kPoincare) {
    added = tensors.Add(distance_.name, distance_.value, Dtype::kF32);
  }
  if (!added.ok()) return added.error();
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

std::optional<double> Retriever::Probability(double score) const {
  const ScoreCalibration& curve = options_.calibration;
  if (curve.slope == 0 && curve.intercept == 0) return std::nullopt;
  return 1 / (1 + std::exp(-(curve.slope * score + curve.intercept)));
}

std::optional<double> Retriever::Probability(double score, double share) const {
  const HitCalibration& curve = options_.calibration.hits;
  if (curve.cosine == 0 && curve.share == 0 && curve.intercept == 0) {
    return Probability(score);
  }
  return 1 / (1 + std::exp(-(curve.cosine * score + curve.share * share +
                             curve.intercept)));
}

QuestionWords Retriever::Read(const std::vector<Token>& tokens,
                              UnknownWords& unknown) const {
  const std::size_t count = std::min(tokens.size(), options_.longest);
  const std::vector<Token> read(
      tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(count));
  return {unknown.Find(vocabulary_, read),
          options_.title_and_body ? TitleLength(read) : count};
}

Var Retriever::Lookup(Graph& graph, const std::vector<std::int32_t>& words,
                      const UnknownWords& unknown) const {
  const auto known = static_cast<std::int32_t>(vocabulary_.size());
  const Var found =
      graph.NewValue(static_cast<Index>(words.size()), vectors_.value.cols());
  MatrixView rows = graph.MutableValue(found);
  std::vector<std::int32_t> trained = words;
  for (Index i = 0; i < rows.rows(); ++i) {
    std::int32_t& word = trained[static_cast<std::size_t>(i)];
    if (word >= known) {
      rows.row(i) = SubwordVector(
          subwords_.value,
          unknown.subwords(static_cast<std::size_t>(word - known)));
      word = kUnknownWord;
    } else if (word == kUnknownWord || options_.train_vectors) {
      rows.row(i).setZero();
    } else {
      rows.row(i) = vectors_.value.row(word);
    }
  }
  if (!options_.train_vectors) return found;
  return Add(graph, graph.UseRows(vectors_, trained), found);
}

Var Retriever::Vectors(Graph& graph,
                       std::span<const QuestionWords* const> texts,
                       const UnknownWords& unknown,
                       const QuestionDropout& dropout) const {
  // A text whose title is all of it is read once.
  std::vector<WordIds> parts;
  std::vector<std::int32_t> titles;
  std::vector<std::int32_t> bodies;
  for (const QuestionWords* text : texts) {
    const auto title_end =
        text->ids.begin() + static_cast<std::ptrdiff_t>(text->title);
    titles.push_back(static_cast<std::int32_t>(parts.size()));
    parts.emplace_back(text->ids.begin(), title_end);
    if (title_end != text->ids.end()) {
      parts.emplace_back(title_end, text->ids.end());
    }
    bodies.push_back(static_cast<std::int32_t>(parts.size()) - 1);
  }
  std::vector<const WordIds*> pointers;
  for (const WordIds& part : parts) pointers.push_back(&part);
  const WordBatch batch = MakeWordBatch(pointers);

  const auto drop = [&](Var x, std::uint64_t place) {
    if (dropout.rate == 0) return x;
    std::vector<std::uint64_t> rows(
        static_cast<std::size_t>(graph.value(x).rows()));
    std::iota(rows.begin(), rows.end(), std::uint64_t{0});
    return Dropout(graph, x, static_cast<Real>(dropout.rate),
                   CounterRandom(dropout.seed, RandomPurpose::kDropout,
                                 dropout.step, dropout.shard * 256 + place),
                   rows);
  };
  Sequences sequences{drop(Lookup(graph, batch.words, unknown), 0),
                      batch.sequences, std::nullopt};
  std::optional<Var> features;
  const auto append = [&](Var more) {
    features = features ? ConcatColumns(graph, *features, more) : more;
  };
  if (options_.with_words) {
    append(PoolWords(graph, sequences, TextPooling::kMean));
  }
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    if (k > 0 && dropout.place == DropoutPlace::kEveryLayer) {
      sequences.words = drop(sequences.words, k);
    }
    sequences = layers_[k]->Apply(graph, sequences);
    if (options_.output == StackOutput::kAll || k + 1 == layers_.size()) {
      append(PoolWords(graph, sequences, options_.pooling));
    }
  }
  if (layers_.empty()) append(PoolWords(graph, sequences, options_.pooling));
  Var vectors = *features;
  if (options_.title_and_body) {
    vectors = Add(graph, Gather(graph, vectors, titles),
                  Gather(graph, vectors, bodies));
    const Var halves = graph.Constant(
        Matrix::Constant(graph.value(vectors).rows(), width_, Real(0.5)));
    vectors = Multiply(graph, vectors, halves);
  }
  return drop(vectors, 255);
}

Var Retriever::Points(Graph& graph, Var vectors) const {
  if (options_.similarity == Similarity::kCosine) {
    return NormalizeRows(graph, vectors);
  }
  return RiemannianGradient(graph, IntoUnitBall(graph, vectors));
}

Var Retriever::Likeness(Graph& graph, Var left, Var right) const {
  if (options_.similarity == Similarity::kCosine) {
    return MatMulTransposed(graph, left, right);
  }
  // -w d + b of every pair, as a dense layer of one input.
  const Var distances = PoincareDistances(graph, left, right);
  const Index rows = graph.value(distances).rows();
  const Index cols = graph.value(distances).cols();
  const Var minus =
      Multiply(graph, Reshape(graph, distances, rows * cols, 1),
               graph.Constant(Matrix::Constant(rows * cols, 1, Real(-1))));
  const Var line = graph.Use(distance_);
  return Reshape(graph,
                 Affine(graph, minus, Columns(graph, line, 0, 1),
                        Columns(graph, line, 1, 1)),
                 rows, cols);
}

Matrix Retriever::Encode(std::span<const std::string_view> texts) const {
  UnknownWords unknown = NoUnknownWords();
  std::vector<QuestionWords> words;
  for (const std::string_view text : texts) {
    words.push_back(Read(Tokenize(text), unknown));
  }
  std::vector<const QuestionWords*> pointers;
  for (const QuestionWords& each : words) pointers.push_back(&each);
  Graph graph(Graph::Mode::kInference);
  return graph.value(Points(graph, Vectors(graph, pointers, unknown)));
}

std::vector<Parameter*> Retriever::EncoderParameters() {
  std::vector<Parameter*> parameters;
  if (options_.train_vectors) parameters.push_back(&vectors_);
  for (const auto& layer : layers_) {
    for (Parameter* parameter : layer->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

std::vector<Parameter*> Retriever::Parameters() {
  std::vector<Parameter*> parameters = EncoderParameters();
  if (options_.similarity == Similarity::kPoincare) {
    parameters.push_back(&distance_);
  }
  return parameters;
}

}  // namespace whylight
