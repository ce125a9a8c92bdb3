#include "core/systems/tree_classifier/train/task.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/ops/ops.h"
#include "core/systems/tree_classifier/train/evaluation.h"
#include "core/training/data/batches.h"

namespace whylight {
namespace {

// A matrix of its own needs a few examples to learn from.
constexpr std::size_t kLeastPairs = 10;

// What the config leaves to the data.
void Complete(const TreeFile& train, TreeClassifierOptions* shape) {
  if (shape->labels.empty()) shape->labels = TargetsOf(train);
  if (!shape->tree.reads_labels() || !shape->constituents.empty()) return;
  shape->constituents = ConstituentsOf(train);
  if (shape->tree.cell == TreeCell::kUntied && shape->pairs.empty()) {
    shape->pairs = PairsOf(train, kLeastPairs);
  }
}

}  // namespace

Result<std::unique_ptr<TrainingTask>> TreeTask::Make(const TaskInputs& inputs) {
  TreeConfig config;
  config.data = inputs.data;
  Status read = TreeConfigFields().Read(inputs.config, inputs.name, &config);
  if (!read.ok()) return read.error();
  Result<std::vector<DataFile>> found = FindTrainDevAndVectors(
      inputs, config.train, config.dev, &config.source.vectors);
  if (!found.ok()) return found.error();
  std::vector<DataFile> data = std::move(found).value();
  TreeClassifierOptions& shape = config.model;
  if (LearnsRandomVectors(inputs.config, config.source)) {
    shape.train_vectors = true;
  }
  const bool reads_labels = shape.tree.reads_labels();
  const Result<TreeFile> train =
      ReadTrees(data[0].path, config.data, reads_labels);
  if (!train.ok()) return train.error();
  Complete(train.value(), &shape);
  const auto in_config = [&inputs](const Error& error) {
    return Error{error.code, inputs.name + ": " + error.message};
  };
  if (Status checked = CheckTreeClassifierOptions(shape); !checked.ok()) {
    return in_config(checked.error());
  }
  const Result<TreeFile> dev =
      ReadTrees(data[1].path, config.data, reads_labels);
  if (!dev.ok()) return dev.error();

  Result<KnownWords> words = FindKnownWords(
      config.source, inputs.name, config.seed, train.value().counts());
  if (!words.ok()) return words.error();
  if (!config.source.vectors.empty()) {
    Status knows =
        CheckKnowsWords(words.value().vocabulary, config.source.vectors,
                        train.value().counts());
    if (!knows.ok()) return knows.error();
  }
  config.source.dimensions = words.value().vectors.cols();
  Result<TreeClassifier> model =
      TreeClassifier::Make(shape, std::move(words.value().vocabulary),
                           std::move(words.value().vectors), config.seed);
  if (!model.ok()) return in_config(model.error());
  Result<TrainingTrees> train_trees =
      ToTrainingTrees(train.value(), model.value());
  if (!train_trees.ok()) return train_trees.error();
  Result<TrainingTrees> dev_trees = ToTrainingTrees(dev.value(), model.value());
  if (!dev_trees.ok()) return dev_trees.error();
  return std::unique_ptr<TrainingTask>(std::make_unique<TreeTask>(
      std::move(config), std::move(model).value(),
      std::move(train_trees).value(), std::move(dev_trees).value(),
      std::move(data)));
}

TreeTask::TreeTask(TreeConfig config, TreeClassifier model, TrainingTrees train,
                   TrainingTrees dev, std::vector<DataFile> data)
    : config_(std::move(config)),
      model_(std::move(model)),
      train_(std::move(train)),
      dev_(std::move(dev)),
      data_(std::move(data)) {}

nlohmann::ordered_json TreeTask::ResolvedConfig() const {
  TreeConfig config = config_;
  config.train = RecordedPath(config.train, "train", data_);
  config.dev = RecordedPath(config.dev, "dev", data_);
  return TreeConfigFields().Write(config);
}

std::string TreeTask::Summary() const {
  return std::to_string(train_.size()) + " trees with " +
         std::to_string(model_.labels().size()) + " labels to train on, " +
         std::to_string(dev_.size()) + " to tune on, " +
         std::to_string(model_.vocabulary().size()) + " words";
}

Result<ModelFiles> TreeTask::Save(const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

std::vector<std::vector<std::size_t>> TreeTask::Batches(int epoch) const {
  std::vector<std::size_t> sizes;
  for (const TreeInput& input : train_.inputs) {
    sizes.push_back(input.trees.nodes.size());
  }
  return LengthBatches(sizes, options().batch, config_.seed,
                       static_cast<std::uint64_t>(epoch));
}

Var TreeTask::Loss(Graph& graph, const Shard& shard, const Step& step,
                   const std::vector<double>& /*totals*/) {
  std::vector<const TreeInput*> trees;
  std::vector<std::int32_t> targets;
  for (const std::size_t example : shard.examples) {
    trees.push_back(&train_.inputs[example]);
    const std::vector<std::int32_t> of_tree =
        train_.NodeTargets(example, config_.model.loss == TreeLoss::kRoot);
    targets.insert(targets.end(), of_tree.begin(), of_tree.end());
  }
  const Var scores = model_.Score(graph, trees,
                                  {.rate = config_.training.dropout,
                                   .seed = config_.seed,
                                   .step = step.number,
                                   .examples = shard.examples});
  const std::vector<Real> weights(
      targets.size(),
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
  return SoftmaxCrossEntropy(graph, scores, targets, weights);
}

Result<nlohmann::ordered_json> TreeTask::Evaluate(ThreadPool& pool) {
  return EvaluateTreeClassifier(model_, dev_, pool);
}

}  // namespace whylight
