#include "core/systems/language_model/train/bidirectional_task.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/training/vectors/known_words.h"
#include "core/training/vectors/prepare_vectors.h"

namespace whylight {
namespace {

std::size_t CountWords(const std::vector<WordIds>& pieces) {
  std::size_t words = 0;
  for (const WordIds& piece : pieces) words += piece.size();
  return words;
}

}  // namespace

BidirectionalTask::BidirectionalTask(LanguageModelConfig config,
                                     BidirectionalLanguageModel model,
                                     std::vector<WordIds> train,
                                     std::vector<WordIds> dev)
    : config_(std::move(config)),
      model_(std::move(model)),
      train_(std::move(train)),
      dev_(std::move(dev)),
      stage_(model_, train_, dev_, config_.training) {}

namespace {

// Words without a vector are not predicted, so there must be others.
Status CheckKnowsPieces(const std::vector<WordIds>& pieces,
                        const std::string& vectors, const std::string& path) {
  std::uint64_t all = 0;
  std::uint64_t known = 0;
  for (const WordIds& piece : pieces) {
    all += piece.size();
    known += piece.size() - static_cast<std::uint64_t>(std::count(
                                piece.begin(), piece.end(), kUnknownWord));
  }
  if (all > 0 && 100 * known >= kLeastKnownPercent * all) return {};
  return Error{
      ErrorCode::kBadData,
      vectors + ": expected at least " + std::to_string(kLeastKnownPercent) +
          " % of the words of " + path + ", found " +
          std::to_string(100 * known / std::max<std::uint64_t>(all, 1)) + " %"};
}

}  // namespace

Result<std::unique_ptr<TrainingTask>> BidirectionalTask::Make(
    const TaskInputs& inputs, LanguageModelConfig config) {
  Result<std::vector<DataFile>> found =
      FindTrainAndDev(inputs, config.train, config.dev);
  if (!found.ok()) return found.error();
  std::vector<DataFile> data = std::move(found).value();
  const auto vectors = inputs.files.find("vectors");
  if (vectors != inputs.files.end()) config.vectors = vectors->second;
  data.push_back({"vectors", config.vectors});
  std::vector<std::string> files = {data[0].path};
  for (const std::string& path : config.more) {
    Result<std::string> file = FindDataFile(inputs, "more", path);
    if (!file.ok()) return file.error();
    data.push_back({"more." + std::to_string(files.size() - 1), file.value()});
    files.push_back(std::move(file).value());
  }

  Result<WordVectors> words =
      PrepareVectors(config.vectors, config.words, config.vector_length);
  if (!words.ok()) return words.error();
  if (config.unit_vectors) {
    words.value().vectors.rowwise().normalize();
    words.value().vectors *= static_cast<Real>(config.vector_length);
  }
  nlohmann::json spec = LanguageModelLayerToJson(config.model.layer);
  spec["hidden"] = config.model.hidden;
  Result<BidirectionalLanguageModel> model = BidirectionalLanguageModel::Make(
      std::move(words.value().vocabulary), std::move(words.value().vectors),
      std::vector<nlohmann::json>(static_cast<std::size_t>(config.model.layers),
                                  spec),
      config.training.seed);
  if (!model.ok()) {
    return Error{model.error().code,
                 inputs.name + ": " + model.error().message};
  }
  const auto read =
      [&](const std::string& path) -> Result<std::vector<WordIds>> {
    Result<std::vector<WordIds>> pieces = ReadPieces(
        path, config.data, model.value().vocabulary(), config.training.unroll);
    if (!pieces.ok()) return pieces.error();
    Status knows = CheckKnowsPieces(pieces.value(), config.vectors, path);
    if (!knows.ok()) return knows.error();
    return pieces;
  };
  std::vector<WordIds> train;
  for (const std::string& file : files) {
    Result<std::vector<WordIds>> pieces = read(file);
    if (!pieces.ok()) return pieces.error();
    std::move(pieces.value().begin(), pieces.value().end(),
              std::back_inserter(train));
  }
  Result<std::vector<WordIds>> dev = read(data[1].path);
  if (!dev.ok()) return dev.error();
  auto task = std::make_unique<BidirectionalTask>(
      std::move(config), std::move(model).value(), std::move(train),
      std::move(dev).value());
  task->data_ = std::move(data);
  return std::unique_ptr<TrainingTask>(std::move(task));
}

nlohmann::ordered_json BidirectionalTask::ResolvedConfig() const {
  LanguageModelConfig config = config_;
  config.train = RecordedPath(config.train, "train", data_);
  config.dev = RecordedPath(config.dev, "dev", data_);
  return LanguageModelFields().Write(config);
}

std::string BidirectionalTask::Summary() const {
  return std::to_string(CountWords(train_)) + " words in " +
         std::to_string(train_.size()) + " pieces to train on, " +
         std::to_string(CountWords(dev_)) + " to tune on, " +
         std::to_string(model_.vocabulary().size()) + " different";
}

Result<ModelFiles> BidirectionalTask::Save(
    const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

}  // namespace whylight
