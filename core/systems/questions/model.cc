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
#include "core/model/lexicon.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"
#include "core/model/own_config.h"
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

// What tells models of different vectors apart: their weights, their words and
// how these are read, but not what is made of the vectors.
std::string NameOfModel(const ModelFiles& files, RetrieverOptions options) {
  options.rationale = {};
  options.weight = RetrieverOptions{}.weight;
  options.calibration = {};
  const std::uint64_t parts[] = {
      Checksum(files.tensors), Checksum(files.vocabulary),
      Checksum(DumpJson(RetrieverOptionsFields().Write(options)))};
  return std::string(kTask) + "-" + ToHex(Fnv1a(parts));
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

// What words of `texts` are chosen by, together.
constexpr std::size_t kTextsAtOnce = 64;

}  // namespace

const std::vector<std::pair<std::string, QuestionPart>>& QuestionPartNames() {
  static const std::vector<std::pair<std::string, QuestionPart>> names = {
      {"all", QuestionPart::kAll},
      {"title", QuestionPart::kTitle},
      {"rationale", QuestionPart::kRationale}};
  return names;
}

QuestionBatch MakeQuestionBatch(std::span<const QuestionWords* const> texts) {
  // A text whose title is all of it is read once.
  QuestionBatch batch;
  std::vector<WordIds> parts;
  for (const QuestionWords* text : texts) {
    const auto title_end =
        text->ids.begin() + static_cast<std::ptrdiff_t>(text->title);
    batch.titles.push_back(static_cast<std::int32_t>(parts.size()));
    parts.emplace_back(text->ids.begin(), title_end);
    if (title_end != text->ids.end()) {
      parts.emplace_back(title_end, text->ids.end());
    }
    batch.bodies.push_back(static_cast<std::int32_t>(parts.size()) - 1);
  }
  std::vector<const WordIds*> pointers;
  for (const WordIds& part : parts) pointers.push_back(&part);
  batch.words = MakeWordBatch(pointers);
  return batch;
}

QuestionWords FirstSentence(const QuestionWords& text) {
  std::vector<std::uint8_t> chosen(text.ids.size(), 0);
  std::fill_n(chosen.begin(), text.first_sentence, std::uint8_t{1});
  return ChosenWords(text, chosen);
}

QuestionWords ChosenWords(const QuestionWords& text,
                          const std::vector<std::uint8_t>& chosen) {
  QuestionWords kept;
  for (std::size_t i = 0; i < text.ids.size(); ++i) {
    if (chosen[i] == 0) continue;
    kept.ids.push_back(text.ids[i]);
    if (i < text.title) ++kept.title;
    if (i < text.first_sentence) ++kept.first_sentence;
  }
  return kept;
}

Retriever::Retriever(RetrieverOptions options, Vocabulary vocabulary,
                     Matrix vectors, Matrix subwords, LayerList layers,
                     std::optional<WordChooser> chooser)
    : options_(std::move(options)),
      name_(kTask),
      vocabulary_(std::move(vocabulary)),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      subwords_{kSubwordTensor, std::move(subwords)},
      layers_(std::move(layers)),
      chooser_(std::move(chooser)),
      distance_{"distance", Matrix{{Real(1), Real(0)}}},
      width_(WidthOf(options_, layers_, vectors_.value.cols())) {}

Result<Retriever> Retriever::Make(RetrieverOptions options,
                                  Vocabulary vocabulary, Matrix vectors,
                                  Matrix subwords, std::uint64_t seed) {
  Result<LayerList> layers =
      MakeNewLayers(options.layers, "layers", vectors.cols(), kLayers, seed);
  if (!layers.ok()) return layers.error();
  std::optional<WordChooser> chooser;
  if (options.rationale.share > 0) {
    Result<WordChooser> made =
        WordChooser::Make(options.rationale, vectors.cols(), seed);
    if (!made.ok()) return made.error();
    chooser = std::move(made).value();
  }
  return Retriever(std::move(options), std::move(vocabulary),
                   std::move(vectors), std::move(subwords),
                   std::move(layers).value(), std::move(chooser));
}

Result<Retriever> Retriever::Load(const ModelFiles& files) {
  Result<json> config = ReadOwnConfig(files, kTask);
  if (!config.ok()) return config.error();
  const Result<Index> dimensions = TakeDimensions(&config.value());
  if (!dimensions.ok()) return dimensions.error();
  RetrieverOptions options;
  if (Status read =
          RetrieverOptionsFields().Read(config.value(), "config", &options);
      !read.ok()) {
    return BadConfig(read.error().message);
  }
  Result<Lexicon> lexicon = ReadLexicon(files, dimensions.value());
  if (!lexicon.ok()) return lexicon.error();
  auto& [vocabulary, vectors, tensors] = lexicon.value();
  Matrix subwords(0, dimensions.value());
  if (options.subwords.buckets > 0) {
    Result<Matrix> read = ReadMatrix(
        tensors, kSubwordTensor, options.subwords.buckets, dimensions.value());
    if (!read.ok()) return read.error();
    subwords = std::move(read).value();
  }
  Result<LayerList> layers =
      LoadLayers(options.layers, "", dimensions.value(), tensors, kLayers);
  if (!layers.ok()) return layers.error();
  std::optional<WordChooser> chooser;
  if (options.rationale.share > 0) {
    Result<WordChooser> read =
        WordChooser::Load(options.rationale, dimensions.value(), tensors);
    if (!read.ok()) return read.error();
    chooser = std::move(read).value();
  }
  Retriever model(std::move(options), std::move(vocabulary), std::move(vectors),
                  std::move(subwords), std::move(layers).value(),
                  std::move(chooser));
  model.name_ = NameOfModel(files, model.options_);
  if (model.options_.similarity == Similarity::kPoincare) {
    Status read = ReadParameters(tensors, {&model.distance_});
    if (!read.ok()) return read.error();
  }
  return model;
}

Result<ModelFiles> Retriever::Save(Dtype vectors, Dtype network,
                                   std::string_view about) const {
  RetrieverOptions options = options_;
  for (std::vector<json>* layers :
       {&options.layers, &options.rationale.layers}) {
    for (json& layer : *layers) layer = WithoutWidths(layer);
  }
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
  if (added.ok() && chooser_) added = chooser_->Save(network, &tensors);
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
  const std::size_t first_sentence = TitleLength(read);
  return {unknown.Find(vocabulary_, read),
          options_.title_and_body ? first_sentence : count, first_sentence};
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

Status Retriever::CheckTakesMasks() const {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    if (layers_[i]->word_output() < WordOutput::kCandidate) {
      return Invalid("layers[" + std::to_string(i) +
                     "]: expected a layer that can be told how much a word is "
                     "chosen, found " +
                     DumpJson(options_.layers[i].at("type")) + " that cannot");
    }
  }
  // The state at a word left out is the one before it: by the mean of states
  // the slope of its mask says nothing of the word.
  const bool last = options_.pooling == TextPooling::kLast;
  const bool all = options_.output == StackOutput::kAll;
  for (std::size_t i = all || layers_.empty() ? 0 : layers_.size() - 1;
       i < layers_.size(); ++i) {
    const bool has_state = layers_[i]->word_output() == WordOutput::kState;
    if (has_state == last) continue;
    return Invalid("\"pooling\": expected " +
                   std::string(has_state ? "\"last\"" : "\"mean\" or \"max\"") +
                   " where words are chosen and layers[" + std::to_string(i) +
                   "] has " + (has_state ? "states" : "none") + ", found " +
                   Quote(NameOf(TextPoolingNames(), options_.pooling)));
  }
  if (!layers_.empty() || !last) return {};
  return Invalid(
      "\"pooling\": expected \"mean\" or \"max\" where words are chosen and "
      "there are no layers, found \"last\"");
}

Var Retriever::Vectors(Graph& graph,
                       std::span<const QuestionWords* const> texts,
                       const UnknownWords& unknown,
                       const QuestionDropout& dropout) const {
  const QuestionBatch batch = MakeQuestionBatch(texts);
  const Var words = Lookup(graph, batch.words.words, unknown);
  return Vectors(graph, batch, words, std::nullopt, dropout);
}

Var Retriever::Vectors(Graph& graph, const QuestionBatch& batch, Var words,
                       std::optional<Var> mask,
                       const QuestionDropout& dropout) const {
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
  Sequences sequences{drop(words, 0), batch.words.sequences, mask};
  std::optional<Var> features;
  const auto append = [&](Var more) {
    features = features ? ConcatColumns(graph, *features, more) : more;
  };
  const auto pool = [&](TextPooling pooling) {
    return mask ? PoolSelectedWords(graph, sequences, pooling)
                : PoolWords(graph, sequences, pooling);
  };
  if (options_.with_words) append(pool(TextPooling::kMean));
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    if (k > 0 && dropout.place == DropoutPlace::kEveryLayer) {
      sequences.words = drop(sequences.words, k);
    }
    sequences = mask ? layers_[k]->ApplyAtEveryWord(graph, sequences)
                     : layers_[k]->Apply(graph, sequences);
    if (options_.output == StackOutput::kAll || k + 1 == layers_.size()) {
      append(mask && options_.pooling == TextPooling::kLast
                 ? layers_[k]->LastState(graph, sequences)
                 : pool(options_.pooling));
    }
  }
  if (layers_.empty()) append(pool(options_.pooling));
  Var vectors = *features;
  if (options_.title_and_body) {
    vectors = Add(graph, Gather(graph, vectors, batch.titles),
                  Gather(graph, vectors, batch.bodies));
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

Matrix Retriever::Encode(std::span<const std::string_view> texts,
                         QuestionPart part) const {
  UnknownWords unknown = NoUnknownWords();
  std::vector<QuestionWords> words;
  for (const std::string_view text : texts) {
    words.push_back(Read(Tokenize(text), unknown));
    if (part == QuestionPart::kTitle)
      words.back() = FirstSentence(words.back());
  }
  std::vector<const QuestionWords*> pointers;
  for (const QuestionWords& each : words) pointers.push_back(&each);
  if (part == QuestionPart::kRationale) {
    const auto probabilities = WordProbabilities(pointers, unknown);
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = ChosenWords(words[i], ChooseWords(probabilities[i]));
    }
  }
  Graph graph(Graph::Mode::kInference);
  return graph.value(Points(graph, Vectors(graph, pointers, unknown)));
}

std::vector<std::vector<Real>> Retriever::WordProbabilities(
    std::span<const QuestionWords* const> texts,
    const UnknownWords& unknown) const {
  std::vector<std::vector<Real>> found;
  Graph graph(Graph::Mode::kInference);
  for (std::size_t start = 0; start < texts.size(); start += kTextsAtOnce) {
    graph.Clear();
    const auto some =
        texts.subspan(start, std::min(kTextsAtOnce, texts.size() - start));
    const QuestionBatch batch = MakeQuestionBatch(some);
    const SequenceBatch& sequences = batch.words.sequences;
    const ConstMatrixView probabilities = graph.value(Sigmoid(
        graph,
        chooser().Scores(graph, {Lookup(graph, batch.words.words, unknown),
                                 sequences, std::nullopt})));
    for (std::size_t i = 0; i < some.size(); ++i) {
      std::vector<Real>& text = found.emplace_back();
      // A text that is a single sequence has it as its title and as its body.
      for (std::int32_t part = batch.titles[i]; part <= batch.bodies[i];
           ++part) {
        const Index length = sequences.lengths[static_cast<std::size_t>(part)];
        for (Index t = 0; t < length; ++t) {
          text.push_back(probabilities(t * sequences.batch() + part, 0));
        }
      }
    }
  }
  return found;
}

std::vector<std::uint8_t> Retriever::ChooseWords(
    const std::vector<Real>& probabilities) const {
  std::vector<std::uint8_t> chosen;
  for (const Real probability : probabilities) {
    chosen.push_back(static_cast<double>(probability) >=
                     options_.rationale.threshold);
  }
  if (!chosen.empty() &&
      std::find(chosen.begin(), chosen.end(), 1) == chosen.end()) {
    const auto most =
        std::max_element(probabilities.begin(), probabilities.end());
    chosen[static_cast<std::size_t>(most - probabilities.begin())] = 1;
  }
  return chosen;
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

std::vector<Parameter*> Retriever::ChooserParameters() {
  return chooser_ ? chooser_->Parameters() : std::vector<Parameter*>();
}

std::vector<Parameter*> Retriever::Parameters() {
  std::vector<Parameter*> parameters = EncoderParameters();
  if (options_.similarity == Similarity::kPoincare) {
    parameters.push_back(&distance_);
  }
  return parameters;
}

}  // namespace whylight
