#include "core/systems/language_model/train/task.h"

#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/systems/language_model/train/bidirectional_task.h"

namespace whylight {

LanguageModelTask::LanguageModelTask(LanguageModelConfig config,
                                     LanguageModel model,
                                     std::vector<std::int32_t> train,
                                     std::vector<std::int32_t> dev)
    : config_(std::move(config)),
      model_(std::move(model)),
      train_(std::move(train)),
      dev_(std::move(dev)),
      stage_(model_, train_, dev_, config_.training) {}

Result<std::unique_ptr<TrainingTask>> LanguageModelTask::Make(
    const TaskInputs& inputs) {
  Result<LanguageModelConfig> read =
      ReadLanguageModelConfig(inputs.config, inputs.name, inputs.data);
  if (!read.ok()) return read.error();
  LanguageModelConfig config = std::move(read).value();
  if (config.direction == LanguageModelDirection::kBoth) {
    return BidirectionalTask::Make(inputs, std::move(config));
  }
  if (inputs.files.contains("vectors")) {
    return Invalid("--vectors: expected none unless \"direction\" is \"both\"");
  }
  Result<std::vector<DataFile>> found =
      FindTrainAndDev(inputs, config.train, config.dev);
  if (!found.ok()) return found.error();
  std::vector<DataFile> data = std::move(found).value();
  Result<Vocabulary> vocabulary =
      CountWords(data[0].path, config.data, config.words);
  if (!vocabulary.ok()) return vocabulary.error();
  Result<LanguageModel> model = LanguageModel::Make(
      config.model, std::move(vocabulary).value(), config.training.seed);
  if (!model.ok()) return model.error();
  Result<std::vector<std::int32_t>> train =
      ReadTokenStream(data[0].path, config.data, model.value());
  if (!train.ok()) return train.error();
  Result<std::vector<std::int32_t>> dev =
      ReadTokenStream(data[1].path, config.data, model.value());
  if (!dev.ok()) return dev.error();
  auto task = std::make_unique<LanguageModelTask>(
      std::move(config), std::move(model).value(), std::move(train).value(),
      std::move(dev).value());
  task->data_ = std::move(data);
  return std::unique_ptr<TrainingTask>(std::move(task));
}

nlohmann::ordered_json LanguageModelTask::ResolvedConfig() const {
  LanguageModelConfig config = config_;
  config.train = RecordedPath(config.train, "train", data_);
  config.dev = RecordedPath(config.dev, "dev", data_);
  return LanguageModelFields().Write(config);
}

std::string LanguageModelTask::Summary() const {
  Index numbers = 0;
  for (const Parameter* parameter :
       const_cast<LanguageModel&>(model_).Parameters()) {
    numbers += parameter->value.size();
  }
  return std::to_string(train_.size()) + " words to train on, " +
         std::to_string(dev_.size()) + " to tune on, " +
         std::to_string(model_.vocabulary().size()) + " different, " +
         std::to_string(numbers) + " parameters";
}

Result<ModelFiles> LanguageModelTask::Save(
    const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

}  // namespace whylight
