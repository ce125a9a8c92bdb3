#include "core/systems/reader/train/task.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/systems/reader/train/evaluation.h"
#include "core/training/data/batches.h"
#include "core/training/vectors/known_words.h"

namespace whylight {
namespace {

std::vector<std::string> PathsOf(const std::vector<DataFile>& files) {
  std::vector<std::string> paths;
  for (const DataFile& file : files) paths.push_back(file.path);
  return paths;
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
  Result<std::vector<DataFile>> train_files =
      FindDataFiles(inputs, "train", &config.train);
  if (!train_files.ok()) return train_files.error();
  Result<std::vector<DataFile>> dev_files =
      FindDataFiles(inputs, "dev", &config.dev);
  if (!dev_files.ok()) return dev_files.error();
  Result<ReaderData> train =
      ReadQuestions(PathsOf(train_files.value()), config.data);
  if (!train.ok()) return train.error();
  Result<ReaderData> dev =
      ReadQuestions(PathsOf(dev_files.value()), config.data);
  if (!dev.ok()) return dev.error();

  const auto given = inputs.files.find("vectors");
  if (given != inputs.files.end()) config.source.vectors = given->second;
  Result<KnownWords> words = FindKnownWords(
      config.source, inputs.name, config.seed, train.value().counts());
  if (!words.ok()) return words.error();
  Vocabulary& vocabulary = words.value().vocabulary;
  vocabulary.ReadMisspelled(config.model.spelling);
  std::vector<DataFile> data = std::move(train_files).value();
  data.insert(data.end(), dev_files.value().begin(), dev_files.value().end());
  if (!config.source.vectors.empty()) {
    Status knows = CheckKnowsWords(vocabulary, config.source.vectors,
                                   train.value().counts());
    if (!knows.ok()) return knows.error();
    data.push_back({"vectors", config.source.vectors});
  }
  train.value().ReadWords(vocabulary);
  dev.value().ReadWords(vocabulary);
  config.source.dimensions = words.value().vectors.cols();
  Result<Reader> model =
      Reader::Make(config.model, std::move(vocabulary),
                   std::move(words.value().vectors), config.seed);
  if (!model.ok()) return in_config(model.error());
  return std::unique_ptr<TrainingTask>(std::make_unique<ReaderTask>(
      std::move(config), std::move(model).value(), std::move(train).value(),
      std::move(dev).value(), std::move(data)));
}

ReaderTask::ReaderTask(ReaderConfig config, Reader model, ReaderData train,
                       ReaderData dev, std::vector<DataFile> data)
    : config_(std::move(config)),
      model_(std::move(model)),
      train_(std::move(train)),
      dev_(std::move(dev)),
      data_(std::move(data)) {
  for (std::size_t i = 0; i < train_.size(); ++i) {
    targets_.push_back(TargetOf(train_.questions[i], model_.options().longest,
                                config_.training.votes));
    lengths_.push_back(train_.ids[i].text.size());
  }
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
  const auto answerable =
      std::count_if(dev_.questions.begin(), dev_.questions.end(),
                    [](const AnsweredQuestion& question) {
                      return !question.answers.empty();
                    });
  return std::to_string(train_.size()) + " questions to train on, " +
         std::to_string(dev_.size()) + " to tune on, of which " +
         std::to_string(answerable) + " have an answer, " +
         std::to_string(model_.vocabulary().size()) + " words";
}

Result<ModelFiles> ReaderTask::Save(const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

std::vector<std::vector<std::size_t>> ReaderTask::Batches(int epoch) const {
  std::vector<std::size_t> examples(train_.size());
  std::iota(examples.begin(), examples.end(), std::size_t{0});
  return LengthBatches(examples, lengths_, options().batch, config_.seed,
                       static_cast<std::uint64_t>(epoch));
}

Var ReaderTask::Loss(Graph& graph, const Shard& shard, const Step& step,
                     const std::vector<double>& /*totals*/) {
  std::vector<const QuestionIds*> questions;
  std::vector<const SpanTarget*> targets;
  for (const std::size_t example : shard.examples) {
    questions.push_back(&train_.ids[example]);
    targets.push_back(&targets_[example]);
  }
  const std::vector<Real> weights(
      questions.size(),
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
  const ReaderNetwork::Scored scored =
      model_.Score(graph, questions,
                   {.rate = config_.training.dropout,
                    .seed = config_.seed,
                    .step = step.number,
                    .examples = shard.examples});
  return SpanLoss(graph, scored.scores, scored.texts.lengths,
                  model_.options().longest, targets, weights);
}

Status ReaderTask::Settle(ThreadPool& pool) {
  const std::vector<BestAnswers> found = PredictAnswers(model_, dev_, pool);
  const bool finite =
      std::all_of(found.begin(), found.end(),
                  [](const BestAnswers& best) { return !best.spans.empty(); });
  if (finite) model_.SetCalibration(FitAnswerCalibration(found, dev_));
  return {};
}

Result<nlohmann::ordered_json> ReaderTask::Evaluate(ThreadPool& pool) {
  return EvaluateReader(model_, dev_, pool);
}

}  // namespace whylight
