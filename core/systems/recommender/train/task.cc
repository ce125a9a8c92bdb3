#include "core/systems/recommender/train/task.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/random.h"
#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/ops/ops.h"
#include "core/systems/recommender/train/evaluation.h"
#include "core/training/data/batches.h"
#include "core/training/data/line_reader.h"
#include "core/training/vectors/known_words.h"

namespace whylight {
namespace {

Status CheckInRange(const RatingsFile& file, const std::vector<double>& range) {
  for (std::size_t i = 0; i < file.size(); ++i) {
    const double rating = file.ratings[i];
    if (rating >= range[0] && rating <= range[1]) continue;
    return Place{file.path, file.lines[i]}.Fail(
        "expected a rating from " + nlohmann::json(range[0]).dump() + " to " +
        nlohmann::json(range[1]).dump() + ", the \"range\", found " +
        nlohmann::json(rating).dump());
  }
  return {};
}

// The words of a model, of which kinds without reviews have none; the width of
// their vectors, or of those of names, is left in the config.
Result<KnownWords> WordsOf(RecommenderConfig* config, const std::string& name,
                           const RatingsFile& train) {
  WordSource& source = config->source;
  if (config->model.reads_reviews()) {
    Result<KnownWords> words =
        FindKnownWords(source, name, config->seed, train.counts());
    if (!words.ok()) return words;
    words.value().vocabulary.ReadMisspelled(config->model.spelling);
    if (!source.vectors.empty()) {
      Status knows = CheckKnowsWords(words.value().vocabulary, source.vectors,
                                     train.counts());
      if (!knows.ok()) return knows.error();
    }
    source.dimensions = words.value().vectors.cols();
    return words;
  }
  if (!source.vectors.empty()) {
    return Invalid(name +
                   ": \"vectors\": expected none of a kind that reads no "
                   "reviews, found " +
                   Quote(source.vectors));
  }
  if (config->model.has_vectors() && source.dimensions == 0) {
    return Invalid(name +
                   ": expected \"dimensions\", the width of the vectors of "
                   "users and items, found none");
  }
  return KnownWords{};
}

}  // namespace

Result<std::unique_ptr<TrainingTask>> RecommenderTask::Make(
    const TaskInputs& inputs) {
  RecommenderConfig config;
  config.data = inputs.data;
  Status read = RecommenderFields().Read(inputs.config, inputs.name, &config);
  if (!read.ok()) return read.error();
  Result<std::vector<DataFile>> found = FindTrainDevAndVectors(
      inputs, config.train, config.dev, &config.source.vectors);
  if (!found.ok()) return found.error();
  std::vector<DataFile> data = std::move(found).value();
  const Result<RatingsFile> train = ReadRatingsFile(data[0].path, config.data);
  if (!train.ok()) return train.error();
  RecommenderOptions& shape = config.model;
  if (shape.range.empty()) shape.range = RangeOf(train.value());
  const auto in_config = [&inputs](const Error& error) {
    return Error{error.code, inputs.name + ": " + error.message};
  };
  if (Status checked = CheckRecommenderOptions(shape); !checked.ok()) {
    return in_config(checked.error());
  }
  if (Status in_range = CheckInRange(train.value(), shape.range);
      !in_range.ok()) {
    return in_range.error();
  }
  const Result<RatingsFile> dev = ReadRatingsFile(data[1].path, config.data);
  if (!dev.ok()) return dev.error();
  Result<KnownWords> words = WordsOf(&config, inputs.name, train.value());
  if (!words.ok()) return words.error();
  ReviewBank bank = BankOf(train.value(), words.value().vocabulary, shape);
  Result<Recommender> model = Recommender::Make(
      shape, NamesOf(train.value()), std::move(words.value().vocabulary),
      std::move(words.value().vectors),
      std::max<Index>(config.source.dimensions, 1), config.seed);
  if (!model.ok()) return in_config(model.error());
  return std::unique_ptr<TrainingTask>(std::make_unique<RecommenderTask>(
      std::move(config), std::move(model).value(), std::move(bank),
      train.value(), dev.value(), std::move(data)));
}

RecommenderTask::RecommenderTask(RecommenderConfig config, Recommender model,
                                 ReviewBank bank, const RatingsFile& train,
                                 const RatingsFile& dev,
                                 std::vector<DataFile> data)
    : config_(std::move(config)),
      model_(std::move(model)),
      bank_(std::move(bank)),
      train_(ToRatedItems(train, model_, bank_)),
      dev_(ToRatedItems(dev, model_, bank_)),
      data_(std::move(data)) {}

nlohmann::ordered_json RecommenderTask::ResolvedConfig() const {
  RecommenderConfig config = config_;
  config.train = RecordedPath(config.train, "train", data_);
  config.dev = RecordedPath(config.dev, "dev", data_);
  return RecommenderFields().Write(config);
}

std::string RecommenderTask::Summary() const {
  return std::to_string(train_.size()) + " ratings of " +
         std::to_string(bank_.users().size()) + " users and " +
         std::to_string(bank_.items().size()) + " items to train on, " +
         std::to_string(dev_.size()) + " to tune on, " +
         std::to_string(model_.vocabulary().size()) + " words";
}

Result<ModelFiles> RecommenderTask::Save(const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

std::vector<std::vector<std::size_t>> RecommenderTask::Batches(
    int epoch) const {
  return Slices(Permutation(train_.size(),
                            CounterRandom(config_.seed, RandomPurpose::kShuffle,
                                          static_cast<std::uint64_t>(epoch))),
                options().batch);
}

std::uint64_t RecommenderTask::Words(std::size_t example) const {
  const Interaction one =
      InteractionOf(train_, example, bank_, model_.options());
  std::uint64_t words = 0;
  for (const auto* reviews : {&one.of_user, &one.of_item}) {
    for (const WordIds* review : *reviews) words += review->size();
  }
  return words;
}

Var RecommenderTask::Loss(Graph& graph, const Shard& shard, const Step& step,
                          const std::vector<double>& /*totals*/) {
  const auto count = static_cast<Index>(shard.examples.size());
  std::vector<Interaction> interactions;
  Matrix wanted(count, 1);
  for (const std::size_t example : shard.examples) {
    wanted(static_cast<Index>(interactions.size()), 0) =
        static_cast<Real>(train_.ratings[example]);
    interactions.push_back(
        InteractionOf(train_, example, bank_, model_.options()));
  }
  const RecommenderNoise noise{.dropout = {.rate = config_.training.dropout,
                                           .seed = config_.seed,
                                           .step = step.number,
                                           .examples = shard.examples},
                               .temperature = config_.training.temperature,
                               .gumbel = config_.training.noise};
  return SquaredError(
      graph, model_.Predict(graph, interactions, noise).rating, wanted,
      Matrix::Constant(
          count, 1,
          static_cast<Real>(1 / static_cast<double>(step.batch_size))));
}

Result<nlohmann::ordered_json> RecommenderTask::Evaluate(ThreadPool& pool) {
  return EvaluateRecommender(model_, dev_, bank_, pool);
}

}  // namespace whylight
