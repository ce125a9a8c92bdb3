#include "core/systems/recommender/model.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/layers/initialise.h"
#include "core/model/layer_spec.h"
#include "core/model/lexicon.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"
#include "core/model/own_config.h"
#include "core/model/text_pooling.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr char kRecommender[] = "recommender";
// The prefixes of their tensors' names.
constexpr char kUserLayers[] = "users.layers";
constexpr char kItemLayers[] = "items.layers";

// Vectors of names start small, so that a rating starts near the mean.
constexpr double kVectorLimit = 0.1;

Matrix NameVectors(const NameList& names, Index dimensions, std::uint64_t seed,
                   const std::string& name) {
  return UniformMatrix(static_cast<Index>(names.size()), dimensions,
                       kVectorLimit, seed, name);
}

// In place of reviews that are not there: a word that says nothing.
const WordIds& NoReview() {
  static const WordIds unknown = {kUnknownWord};
  return unknown;
}

// Rows of a parameter, some of which may be asked for twice, or not be there.
Var RowsOf(Graph& graph, const Parameter& parameter,
           const std::vector<WordIds>& ids) {
  std::vector<const WordIds*> texts;
  for (const WordIds& id : ids) texts.push_back(&id);
  const WordBatch batch = MakeWordBatch(texts);
  return Gather(graph, graph.UseRows(parameter, batch.words),
                batch.sequences.rows);
}

std::vector<WordIds> Numbers(std::span<const Interaction> interactions,
                             std::int32_t Interaction::*number) {
  std::vector<WordIds> numbers;
  for (const Interaction& one : interactions) {
    numbers.push_back({one.*number});
  }
  return numbers;
}

// Puts each distinct review of a batch once.
class ReviewTexts {
 public:
  std::int32_t Number(const WordIds* review) {
    const auto [entry, is_new] =
        numbers_.try_emplace(review, static_cast<std::int32_t>(texts_.size()));
    if (is_new) texts_.push_back(review);
    return entry->second;
  }
  const std::vector<const WordIds*>& texts() const { return texts_; }

 private:
  std::vector<const WordIds*> texts_;
  std::unordered_map<const WordIds*, std::int32_t> numbers_;
};

SequenceBatch ReviewsOf(std::span<const Interaction> interactions,
                        std::vector<const WordIds*> Interaction::*reviews,
                        ReviewTexts* texts) {
  SequenceBatch batch;
  std::vector<std::vector<std::int32_t>> numbers;
  for (const Interaction& one : interactions) {
    std::vector<std::int32_t>& own = numbers.emplace_back();
    for (const WordIds* review : one.*reviews) {
      own.push_back(texts->Number(review));
    }
    if (own.empty()) own.push_back(texts->Number(&NoReview()));
    batch.lengths.push_back(static_cast<Index>(own.size()));
    batch.max_length = std::max(batch.max_length, batch.lengths.back());
  }
  batch.rows.assign(static_cast<std::size_t>(batch.max_length) * numbers.size(),
                    SequenceBatch::kPadding);
  for (std::size_t b = 0; b < numbers.size(); ++b) {
    for (std::size_t r = 0; r < numbers[b].size(); ++r) {
      batch.rows[r * numbers.size() + b] = numbers[b][r];
    }
  }
  return batch;
}

// All reviews of each as one text.
std::vector<WordIds> JoinReviews(
    std::span<const Interaction> interactions,
    std::vector<const WordIds*> Interaction::*reviews) {
  std::vector<WordIds> texts;
  for (const Interaction& one : interactions) {
    WordIds& text = texts.emplace_back();
    for (const WordIds* review : one.*reviews) {
      text.insert(text.end(), review->begin(), review->end());
    }
    if (text.empty()) text = NoReview();
  }
  return texts;
}

double BiasOf(const Parameter& biases, std::int32_t number) {
  if (number < 0 || number >= biases.value.rows()) return 0;
  return static_cast<double>(biases.value(number, 0));
}

// The list `key` of names, null where there is none.
Result<NameList> ReadNames(const json& list, const char* key, bool has) {
  if (!has && list.is_null()) return NameList();
  const std::string where = Quote(key) + ": expected ";
  if (!has) return BadConfig(where + "none of a model without names");
  if (!list.is_array()) return BadConfig(where + "a list of names");
  NameList names;
  for (const json& name : list) {
    if (!name.is_string() || name.get_ref<const std::string&>().empty()) {
      return BadConfig(where + "names, found in it " + DumpJson(name));
    }
    const std::size_t before = names.size();
    names.Add(name.get<std::string>());
    if (names.size() > before) continue;
    return BadConfig(where + "each once, found " +
                     Quote(name.get_ref<const std::string&>()) + " twice");
  }
  return names;
}

// What a config has under `key`, which it removes; null if there is nothing.
json Take(json* config, const char* key) {
  const auto found = config->find(key);
  if (found == config->end()) return {};
  json taken = std::move(*found);
  config->erase(found);
  return taken;
}

}  // namespace

Recommender::Recommender(RecommenderOptions options, RatedNames names,
                         Vocabulary vocabulary, Matrix vectors,
                         Index dimensions, Layers layers, std::uint64_t seed)
    : options_(std::move(options)),
      mean_(names.mean),
      users_(std::move(names.users)),
      items_(std::move(names.items)),
      vocabulary_(std::move(vocabulary)),
      dimensions_(dimensions),
      words_{std::string(kEmbeddingTensor), std::move(vectors)},
      layers_(std::move(layers)) {
  vocabulary_.ReadMisspelled(options_.spelling);
  if (!options_.has_names()) {
    users_ = {};
    items_ = {};
  }
  if (options_.biases) {
    user_biases_ = {"users.bias",
                    Matrix::Zero(static_cast<Index>(users_.size()), 1)};
    item_biases_ = {"items.bias",
                    Matrix::Zero(static_cast<Index>(items_.size()), 1)};
  }
  if (options_.has_vectors()) {
    user_vectors_ = {"users.vectors",
                     NameVectors(users_, dimensions_, seed, "users.vectors")};
    item_vectors_ = {"items.vectors",
                     NameVectors(items_, dimensions_, seed, "items.vectors")};
  }
  if (options_.kind == RecommenderKind::kMpcn) {
    pointers_.emplace(options_, dimensions_, seed);
  }
  if (options_.has_machine()) {
    machine_.emplace(
        "machine",
        FactorisationMachineOptions{
            .inputs = MachineInputs(options_, layers_, dimensions_),
            .factors = options_.factors},
        seed);
  }
}

Index Recommender::MachineInputs(const RecommenderOptions& options,
                                 const Layers& layers, Index dimensions) {
  if (options.kind == RecommenderKind::kMpcn) {
    return 2 * MultiPointer::Width(options, dimensions);
  }
  return PooledWidth(layers.users, StackOutput::kLast, dimensions) +
         PooledWidth(layers.items, StackOutput::kLast, dimensions);
}

std::uint64_t Recommender::Size(const RecommenderOptions& options,
                                const Layers& layers, Index dimensions,
                                std::uint64_t users, std::uint64_t items) {
  std::uint64_t size = 0;
  if (options.biases) size += users + items;
  if (options.has_vectors()) {
    size += (users + items) * static_cast<std::uint64_t>(dimensions);
  }
  if (options.kind == RecommenderKind::kMpcn) {
    size += MultiPointer::Size(options, dimensions);
  }
  if (options.has_machine()) {
    const auto inputs =
        static_cast<std::uint64_t>(MachineInputs(options, layers, dimensions));
    size += 1 + inputs * static_cast<std::uint64_t>(options.factors + 1);
  }
  return size;
}

Result<Recommender> Recommender::Make(RecommenderOptions options,
                                      RatedNames names, Vocabulary vocabulary,
                                      Matrix vectors, Index dimensions,
                                      std::uint64_t seed) {
  if (Status checked = CheckRecommenderOptions(options); !checked.ok()) {
    return checked.error();
  }
  Layers layers;
  for (auto [list, name] : {std::pair(&layers.users, kUserLayers),
                            std::pair(&layers.items, kItemLayers)}) {
    Result<LayerList> made =
        MakeNewLayers(options.layers, "layers", dimensions, name, seed);
    if (!made.ok()) return made.error();
    *list = std::move(made).value();
  }
  return Recommender(std::move(options), std::move(names),
                     std::move(vocabulary), std::move(vectors), dimensions,
                     std::move(layers), seed);
}

Result<Recommender> Recommender::Load(const ModelFiles& files) {
  Result<json> config = ReadOwnConfig(files, kRecommender);
  if (!config.ok()) return config.error();
  const Result<Index> dimensions = TakeDimensions(&config.value());
  if (!dimensions.ok()) return dimensions.error();
  const json mean = Take(&config.value(), "mean");
  if (!mean.is_number()) return BadConfig("\"mean\": expected a number");
  const json user_names = Take(&config.value(), "users");
  const json item_names = Take(&config.value(), "items");
  RecommenderOptions options;
  Status read =
      RecommenderOptionsFields().Read(config.value(), "config", &options);
  if (read.ok()) read = CheckRecommenderOptions(options);
  if (!read.ok()) return BadConfig(read.error().message);
  Result<NameList> users = ReadNames(user_names, "users", options.has_names());
  if (!users.ok()) return users.error();
  Result<NameList> items = ReadNames(item_names, "items", options.has_names());
  if (!items.ok()) return items.error();

  Vocabulary vocabulary;
  Matrix vectors;
  const Result<SafetensorsView> tensors =
      SafetensorsView::Parse(files.tensors, kTensorsFile);
  if (!tensors.ok()) return tensors.error();
  if (options.reads_reviews()) {
    Result<Lexicon> lexicon = ReadLexicon(files, dimensions.value());
    if (!lexicon.ok()) return lexicon.error();
    vocabulary = std::move(lexicon.value().vocabulary);
    vectors = std::move(lexicon.value().vectors);
  }
  Layers layers;
  for (auto [list, name] : {std::pair(&layers.users, kUserLayers),
                            std::pair(&layers.items, kItemLayers)}) {
    Result<LayerList> loaded = LoadLayers(
        options.layers, "", dimensions.value(), tensors.value(), name);
    if (!loaded.ok()) return loaded.error();
    *list = std::move(loaded).value();
  }
  // Before memory is taken for as many.
  const std::uint64_t numbers =
      Size(options, layers, dimensions.value(), users.value().size(),
           items.value().size());
  if (Status fits = CheckModelSize(numbers, files.tensors); !fits.ok()) {
    return fits.error();
  }
  Recommender model(
      std::move(options),
      {mean.get<double>(), std::move(users).value(), std::move(items).value()},
      std::move(vocabulary), std::move(vectors), dimensions.value(),
      std::move(layers), 0);
  read = ReadParameters(tensors.value(), model.OwnParameters());
  if (!read.ok()) return read.error();
  return model;
}

Result<ModelFiles> Recommender::Save(Dtype vectors, Dtype network,
                                     std::string_view about) const {
  RecommenderOptions options = options_;
  for (json& layer : options.layers) layer = WithoutWidths(layer);
  ordered_json config{{"format", "whylight"},
                      {"version", kModelVersion},
                      {"task", kRecommender},
                      {"dimensions", dimensions_},
                      {"mean", mean_}};
  config.update(RecommenderOptionsFields().Write(options));
  config["training"] = ordered_json::parse(about, nullptr, false);
  if (options_.has_names()) {
    config["users"] = users_.names();
    config["items"] = items_.names();
  }
  ModelFiles files;
  files.config = DumpJson(config, 2) + "\n";
  files.vocabulary = vocabulary_.Serialize();

  TensorCollector tensors;
  Status added;
  if (options_.reads_reviews()) {
    added = tensors.Add(words_.name, words_.value, vectors);
  }
  if (added.ok()) {
    added = SaveLayers(layers_.users, kUserLayers, network, &tensors);
  }
  if (added.ok()) {
    added = SaveLayers(layers_.items, kItemLayers, network, &tensors);
  }
  // Only asked where they are.
  for (const Parameter* parameter :
       const_cast<Recommender*>(this)->OwnParameters()) {
    if (!added.ok()) return added.error();
    added = tensors.Add(parameter->name, parameter->value, network);
  }
  if (!added.ok()) return added.error();
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

Result<Recommender::ReadReview> Recommender::Read(std::string_view utf8) const {
  const std::vector<Token> tokens = Tokenize(utf8);
  if (tokens.size() > kMaxWords) {
    return Error{ErrorCode::kTextTooLong,
                 "expected at most " + std::to_string(kMaxWords) +
                     " words, found " + std::to_string(tokens.size())};
  }
  ReadReview read;
  for (const Token& token : tokens) {
    if (read.words.size() == static_cast<std::size_t>(options_.review_words)) {
      break;
    }
    const std::int32_t word = vocabulary_.Read(token.text);
    if (word < 0) continue;
    read.words.push_back(word);
    read.spans.push_back(token.span);
  }
  return read;
}

double Recommender::Clip(double rating) const {
  return std::min(std::max(rating, options_.range[0]), options_.range[1]);
}

double Recommender::UserBias(std::int32_t user) const {
  return BiasOf(user_biases_, user);
}

double Recommender::ItemBias(std::int32_t item) const {
  return BiasOf(item_biases_, item);
}

Recommender::Prediction Recommender::Predict(
    Graph& graph, std::span<const Interaction> interactions,
    const RecommenderNoise& noise) const {
  Prediction prediction{.rating = graph.Constant(Matrix::Constant(
                            static_cast<Index>(interactions.size()), 1,
                            static_cast<Real>(mean_))),
                        .match = {}};
  if (options_.biases) {
    prediction.rating = Add(
        graph, prediction.rating,
        RowsOf(graph, user_biases_, Numbers(interactions, &Interaction::user)));
    prediction.rating = Add(
        graph, prediction.rating,
        RowsOf(graph, item_biases_, Numbers(interactions, &Interaction::item)));
  }
  switch (options_.kind) {
    case RecommenderKind::kMean:
      return prediction;
    case RecommenderKind::kMf:
    case RecommenderKind::kFm:
      prediction.match = MatchVectors(graph, interactions, noise);
      break;
    case RecommenderKind::kDeep:
      prediction.match = MatchTexts(graph, interactions, noise);
      break;
    case RecommenderKind::kMpcn:
      prediction.match = MatchPointed(graph, interactions, noise, &prediction);
      break;
  }
  prediction.rating = Add(graph, prediction.rating, *prediction.match);
  return prediction;
}

Var Recommender::Machine(Graph& graph, Var users, Var items,
                         const RecommenderNoise& noise) const {
  const Var both = ConcatColumns(graph, users, items);
  return machine_->Apply(graph, DropOfTexts(graph, both, noise.dropout, 0));
}

Var Recommender::MatchVectors(Graph& graph,
                              std::span<const Interaction> interactions,
                              const RecommenderNoise& noise) const {
  const Var users =
      RowsOf(graph, user_vectors_, Numbers(interactions, &Interaction::user));
  const Var items =
      RowsOf(graph, item_vectors_, Numbers(interactions, &Interaction::item));
  if (machine_) return Machine(graph, users, items, noise);
  const Var products =
      DropOfTexts(graph, Multiply(graph, users, items), noise.dropout, 0);
  return MatMul(graph, products, graph.Constant(Matrix::Ones(dimensions_, 1)));
}

Var Recommender::MatchTexts(Graph& graph,
                            std::span<const Interaction> interactions,
                            const RecommenderNoise& noise) const {
  const auto read = [&](std::vector<const WordIds*> Interaction::*reviews,
                        const LayerList& layers) {
    const std::vector<WordIds> texts = JoinReviews(interactions, reviews);
    std::vector<const WordIds*> all;
    for (const WordIds& text : texts) all.push_back(&text);
    const WordBatch batch = MakeWordBatch(all);
    const Var words = LookUpWords(graph, words_, options_.train_vectors, batch);
    return ReadAndPool(graph, layers, words, batch.sequences, TextPooling::kMax,
                       StackOutput::kLast);
  };
  const Var users = read(&Interaction::of_user, layers_.users);
  const Var items = read(&Interaction::of_item, layers_.items);
  return Machine(graph, users, items, noise);
}

Var Recommender::MatchPointed(Graph& graph,
                              std::span<const Interaction> interactions,
                              const RecommenderNoise& noise,
                              Prediction* prediction) const {
  ReviewTexts texts;
  MultiPointer::Reviews reviews{
      .table = {},
      .texts = {},
      .of_users = ReviewsOf(interactions, &Interaction::of_user, &texts),
      .of_items = ReviewsOf(interactions, &Interaction::of_item, &texts)};
  WordBatch batch = MakeWordBatch(texts.texts());
  reviews.table = LookUpWords(graph, words_, options_.train_vectors, batch);
  reviews.texts = std::move(batch.sequences);
  MultiPointer::Reading reading = pointers_->Apply(graph, reviews, noise);
  prediction->pointers = std::move(reading.pointers);
  prediction->of_users = std::move(reviews.of_users);
  prediction->of_items = std::move(reviews.of_items);
  return Machine(graph, reading.users, reading.items, noise);
}

std::vector<Parameter*> Recommender::OwnParameters() {
  std::vector<Parameter*> parameters;
  if (options_.biases) {
    parameters.insert(parameters.end(), {&user_biases_, &item_biases_});
  }
  if (options_.has_vectors()) {
    parameters.insert(parameters.end(), {&user_vectors_, &item_vectors_});
  }
  const auto add = [&parameters](const std::vector<Parameter*>& more) {
    parameters.insert(parameters.end(), more.begin(), more.end());
  };
  if (pointers_) add(pointers_->Parameters());
  if (machine_) add(machine_->Parameters());
  return parameters;
}

std::vector<Parameter*> Recommender::Parameters() {
  std::vector<Parameter*> parameters;
  if (options_.reads_reviews() && options_.train_vectors) {
    parameters.push_back(&words_);
  }
  for (const LayerList* layers : {&layers_.users, &layers_.items}) {
    for (const auto& layer : *layers) {
      for (Parameter* parameter : layer->Parameters()) {
        parameters.push_back(parameter);
      }
    }
  }
  for (Parameter* parameter : OwnParameters()) parameters.push_back(parameter);
  return parameters;
}

}  // namespace whylight
