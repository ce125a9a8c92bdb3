#include "core/systems/pairs/train/task.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/training/data/labels.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// Adds each pair the other way round.
void AddOtherOrders(PairFile* file) {
  const std::size_t count = file->pairs.size();
  const auto repeat = [count](auto* values) {
    values->reserve(2 * values->size());
    for (std::size_t i = 0; i < count && i < values->size(); ++i) {
      values->push_back((*values)[i]);
    }
  };
  for (std::size_t i = 0; i < count; ++i) {
    const PairIds& pair = file->pairs[i];
    file->pairs.push_back({pair.second, pair.first});
  }
  repeat(&file->pair_labels);
  repeat(&file->grades);
  repeat(&file->lines);
}

// Makes those of all epochs at once: each has others.
Status AddFromTemplates(const PairsConfig& config, PairFile* train,
                        std::vector<DataFile>* data) {
  if (config.templates.pairs == 0) return {};
  const Result<PairTemplates> templates =
      PairTemplates::Read(config.templates.files, config.model.labels);
  if (!templates.ok()) return templates.error();
  for (const std::string& path : config.templates.files) {
    data->push_back({"templates " + path, path});
  }
  const auto epochs = static_cast<std::size_t>(
      config.training.stage.epochs +
      (config.model.selects() ? config.selection.stage.epochs : 0));
  return AddTemplatePairs(templates.value(), config.seed,
                          config.templates.pairs * epochs, train);
}

// The pairs of a file in the words of the model, with every label there is.
Result<LabelledPairs> ToCheckedPairs(const PairFile& file,
                                     const Vocabulary& vocabulary,
                                     const PairOptions& model,
                                     const std::string& advice) {
  Result<LabelledPairs> pairs = ToLabelledPairs(file, vocabulary, model);
  if (!pairs.ok() || !model.grades.empty()) return pairs;
  Status every =
      CheckHasLabels(file.path, pairs.value().labels, model.labels, advice);
  if (!every.ok()) return every.error();
  return pairs;
}

}  // namespace

Result<std::unique_ptr<TrainingTask>> PairsTask::Make(
    const TaskInputs& inputs) {
  PairsConfig config;
  config.data = inputs.data;
  Status read = PairsFields().Read(inputs.config, inputs.name, &config);
  if (!read.ok()) return read.error();
  Result<std::vector<DataFile>> found = FindTrainDevAndVectors(
      inputs, config.train, config.dev, &config.source.vectors);
  if (!found.ok()) return found.error();
  std::vector<DataFile> data = std::move(found).value();
  PairOptions& shape = config.model;
  if (!shape.beside.similarity &&
      LearnsRandomVectors(inputs.config, config.source)) {
    shape.train_vectors = true;
  }
  if (!shape.selects() && inputs.config.contains("selection")) {
    return Invalid(inputs.name +
                   ": \"selection\": expected a \"selector\" beside it, found "
                   "none");
  }
  const PairAnswer answer =
      shape.grades.empty() ? PairAnswer::kLabel : PairAnswer::kGrade;
  Result<PairFile> train = ReadPairs(data[0].path, config.data, answer);
  if (!train.ok()) return train.error();
  if (shape.labels.empty()) shape.labels = SortedLabels(train.value().labels);
  if (Status checked = CheckPairOptions(shape); !checked.ok()) {
    return Error{checked.error().code,
                 inputs.name + ": " + checked.error().message};
  }
  if (config.training.both_orders) AddOtherOrders(&train.value());
  const std::size_t from_data = train.value().pairs.size();
  if (Status made = AddFromTemplates(config, &train.value(), &data);
      !made.ok()) {
    return made.error();
  }
  const Result<PairFile> dev = ReadPairs(data[1].path, config.data, answer);
  if (!dev.ok()) return dev.error();

  Result<KnownWords> words = FindKnownWords(
      config.source, inputs.name, config.seed, train.value().counts());
  if (!words.ok()) return words.error();
  Vocabulary& vocabulary = words.value().vocabulary;
  vocabulary.ReadMisspelled(shape.spelling);
  if (!config.source.vectors.empty()) {
    Status knows = CheckKnowsWords(vocabulary, config.source.vectors,
                                   train.value().counts());
    if (!knows.ok()) return knows.error();
  }
  Result<LabelledPairs> train_pairs =
      ToCheckedPairs(train.value(), vocabulary, shape,
                     "add some, or take it out of \"labels\"");
  if (!train_pairs.ok()) return train_pairs.error();
  Result<LabelledPairs> dev_pairs =
      ToCheckedPairs(dev.value(), vocabulary, shape,
                     "move some there from " + train.value().path +
                         ", or join labels by \"merge\"");
  if (!dev_pairs.ok()) return dev_pairs.error();
  config.source.dimensions = words.value().vectors.cols();
  Result<PairModel> model =
      PairModel::Make(shape, std::move(vocabulary),
                      std::move(words.value().vectors), config.seed);
  if (!model.ok()) {
    return Error{model.error().code,
                 inputs.name + ": " + model.error().message};
  }
  PairExamples examples{.train = std::move(train_pairs).value(),
                        .from_data = from_data,
                        .templates = config.templates.pairs,
                        .dev = std::move(dev_pairs).value()};
  return std::unique_ptr<TrainingTask>(
      std::make_unique<PairsTask>(std::move(config), std::move(model).value(),
                                  std::move(examples), std::move(data)));
}

PairsTask::PairsTask(PairsConfig config, PairModel model, PairExamples examples,
                     std::vector<DataFile> data)
    : config_(std::move(config)),
      model_(std::move(model)),
      examples_(std::move(examples)),
      data_(std::move(data)),
      comparison_(model_, examples_, config_),
      selection_(model_, examples_, config_) {}

std::vector<Stage*> PairsTask::Stages() {
  if (!model_.selects()) return {&comparison_};
  return {&comparison_, &selection_};
}

ordered_json PairsTask::ResolvedConfig() const {
  PairsConfig config = config_;
  config.train = RecordedPath(config.train, "train", data_);
  config.dev = RecordedPath(config.dev, "dev", data_);
  return PairsFields().Write(config);
}

std::string PairsTask::Summary() const {
  const PairOptions& shape = model_.options();
  const std::string what =
      model_.gives_grades()
          ? " pairs with grades"
          : " pairs of " + std::to_string(shape.labels.size()) + " labels";
  const auto& [train, from_data, made, dev] = examples_;
  return std::to_string(from_data) + what +
         (made > 0 ? " and " + std::to_string(made) + " from templates" : "") +
         " to train on, " + std::to_string(dev.size()) + " to tune on, " +
         std::to_string(model_.vocabulary().size()) + " words";
}

Result<ModelFiles> PairsTask::Save(const ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

}  // namespace whylight
