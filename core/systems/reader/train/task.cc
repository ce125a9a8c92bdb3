#include "core/systems/reader/train/task.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/native/model_store.h"
#include "core/model/pretrained_layers.h"
#include "core/systems/reader/train/targets.h"
#include "core/training/engine/question_files.h"

namespace whylight {
namespace {

// Gives the layers of `model` what a language model has learned.
Status StartReaderFrom(const std::string& folder, Reader& model) {
  const Result<ModelFiles> files = ReadModelFolder(folder);
  if (!files.ok()) return files.error();
  const Result<PretrainedLayers> learned =
      PretrainedLayers::Load(files.value());
  if (!learned.ok()) {
    return Error{learned.error().code, folder + "/" + learned.error().message};
  }
  return model.StartFrom(learned.value(), folder);
}

}  // namespace

Result<std::unique_ptr<TrainingTask>> ReaderTask::Make(
    const TaskInputs& inputs) {
  ReaderConfig config;
  config.data = inputs.data;
  Status read = ReaderFields().Read(inputs.config, inputs.name, &config);
  if (!read.ok()) return read.error();
  const auto in_config = [&inputs](const Error& error) {
    return Error{error.code, inputs.name + ": " + error.message};
  };
  if (Status checked = CheckReaderOptions(config.model); !checked.ok()) {
    return in_config(checked.error());
  }
  if (!config.model.selects() && inputs.config.contains("selection")) {
    return Invalid(inputs.name +
                   ": \"selection\": expected a \"selector\" beside it, found "
                   "none");
  }
  Result<QuestionFiles> files = ReadQuestionFiles(
      inputs,
      {&config.train, &config.dev, &config.source, config.data, config.seed},
      ReadQuestions);
  if (!files.ok()) return files.error();
  if (!config.model.beside.similarity &&
      LearnsRandomVectors(inputs.config, config.source)) {
    config.model.train_vectors = true;
  }
  auto& [train, dev, words, data] = files.value();
  words.vocabulary.ReadMisspelled(config.model.spelling);
  train.ReadWords(words.vocabulary);
  dev.ReadWords(words.vocabulary);
  Result<Reader> model = Reader::Make(config.model, std::move(words.vocabulary),
                                      std::move(words.vectors), config.seed);
  if (!model.ok()) return in_config(model.error());
  if (!config.start.empty()) {
    Status started = StartReaderFrom(config.start, model.value());
    if (!started.ok()) return in_config(started.error());
    data.push_back({"start", config.start});
  }
  ReaderExamples examples{std::move(train), std::move(dev), {}};
  for (const AnsweredQuestion& question : examples.train.questions) {
    examples.targets.push_back(
        TargetOf(question, config.model.longest, config.training.votes));
  }
  return std::unique_ptr<TrainingTask>(
      std::make_unique<ReaderTask>(std::move(config), std::move(model).value(),
                                   std::move(examples), std::move(data)));
}

ReaderTask::ReaderTask(ReaderConfig config, Reader model,
                       ReaderExamples examples, std::vector<DataFile> data)
    : config_(std::move(config)),
      model_(std::move(model)),
      examples_(std::move(examples)),
      data_(std::move(data)),
      reading_(model_, examples_, config_),
      selection_(model_, examples_, config_) {}

std::vector<Stage*> ReaderTask::Stages() {
  if (!model_.selects()) return {&reading_};
  return {&reading_, &selection_};
}

nlohmann::ordered_json ReaderTask::ResolvedConfig() const {
  ReaderConfig config = config_;
  for (const auto& [key, paths] :
       {std::pair("train", &config.train), std::pair("dev", &config.dev)}) {
    paths->front() = RecordedPath(paths->front(), key, data_);
  }
  return ReaderFields().Write(config);
}

std::string ReaderTask::Summary() const {
  const auto& [train, dev, targets] = examples_;
  const auto answerable =
      std::count_if(dev.questions.begin(), dev.questions.end(),
                    [](const AnsweredQuestion& question) {
                      return !question.answers.empty();
                    });
  return std::to_string(train.size()) + " questions to train on, " +
         std::to_string(dev.size()) + " to tune on, of which " +
         std::to_string(answerable) + " have an answer, " +
         std::to_string(model_.vocabulary().size()) + " words";
}

Result<ModelFiles> ReaderTask::Save(const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

}  // namespace whylight
