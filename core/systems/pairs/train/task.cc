#include "core/systems/pairs/train/task.h"

#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/ops/ops.h"
#include "core/ops/soft_cross_entropy.h"
#include "core/systems/pairs/train/evaluation.h"
#include "core/training/data/batches.h"
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
  const auto epochs = static_cast<std::size_t>(config.training.stage.epochs);
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
  Result<std::vector<DataFile>> found =
      FindTrainAndDev(inputs, config.train, config.dev);
  if (!found.ok()) return found.error();
  std::vector<DataFile> data = std::move(found).value();
  const auto vectors = inputs.files.find("vectors");
  if (vectors != inputs.files.end()) config.source.vectors = vectors->second;
  if (!config.source.vectors.empty()) {
    data.push_back({"vectors", config.source.vectors});
  }
  PairOptions& shape = config.model;
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
  return std::unique_ptr<TrainingTask>(std::make_unique<PairsTask>(
      std::move(config), std::move(model).value(),
      std::move(train_pairs).value(), from_data, std::move(dev_pairs).value(),
      std::move(data)));
}

PairsTask::PairsTask(PairsConfig config, PairModel model, LabelledPairs train,
                     std::size_t from_data, LabelledPairs dev,
                     std::vector<DataFile> data)
    : config_(std::move(config)),
      model_(std::move(model)),
      train_(std::move(train)),
      from_data_(from_data),
      dev_(std::move(dev)),
      data_(std::move(data)) {}

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
  const std::size_t made = config_.templates.pairs;
  return std::to_string(from_data_) + what +
         (made > 0 ? " and " + std::to_string(made) + " from templates" : "") +
         " to train on, " + std::to_string(dev_.size()) + " to tune on, " +
         std::to_string(model_.vocabulary().size()) + " words";
}

Result<ModelFiles> PairsTask::Save(const ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

std::vector<std::vector<std::size_t>> PairsTask::Batches(int epoch) const {
  const std::size_t made = config_.templates.pairs;
  std::vector<std::size_t> examples(from_data_ + made);
  const auto first_made =
      examples.begin() + static_cast<std::ptrdiff_t>(from_data_);
  std::iota(examples.begin(), first_made, std::size_t{0});
  std::iota(first_made, examples.end(),
            from_data_ + static_cast<std::size_t>(epoch) * made);
  std::vector<std::size_t> lengths;
  for (const PairIds& pair : train_.pairs) lengths.push_back(pair.size());
  return LengthBatches(examples, lengths, options().batch, config_.seed,
                       static_cast<std::uint64_t>(epoch));
}

Var PairsTask::Loss(Graph& graph, const Shard& shard, const Step& step,
                    const std::vector<double>& /*totals*/) {
  std::vector<const PairIds*> pairs;
  for (const std::size_t example : shard.examples) {
    pairs.push_back(&train_.pairs[example]);
  }
  const std::vector<Real> weights(
      pairs.size(),
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
  const Var logits = model_.Logits(graph, MakePairBatch(pairs),
                                   {.rate = config_.training.dropout,
                                    .seed = config_.seed,
                                    .step = step.number,
                                    .examples = shard.examples});
  if (!model_.gives_grades()) {
    std::vector<std::int32_t> labels;
    for (const std::size_t example : shard.examples) {
      labels.push_back(train_.labels[example]);
    }
    return SoftmaxCrossEntropy(graph, logits, labels, weights);
  }
  const std::vector<double>& grades = model_.options().grades;
  Matrix targets(static_cast<Index>(pairs.size()),
                 static_cast<Index>(grades.size()));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    targets.row(static_cast<Index>(i)) =
        ShareOfGrades(train_.grades[shard.examples[i]], grades);
  }
  return SoftCrossEntropy(graph, logits, targets, weights);
}

Result<ordered_json> PairsTask::Evaluate(ThreadPool& pool) {
  return EvaluatePairs(model_.options(), LogProbabilities(model_, dev_, pool),
                       dev_);
}

}  // namespace whylight
