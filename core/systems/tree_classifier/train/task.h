// Trains the system "tree-classifier".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/tree_classifier/model.h"
#include "core/systems/tree_classifier/train/config.h"
#include "core/systems/tree_classifier/train/data.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

/// The cross-entropy of the labels, summed over the nodes of a tree that are
/// learned from, as the mean over the trees of a batch.
class TreeTask final : public TrainingTask, private Stage {
 public:
  /// Reads the data and the word vectors that the config names. Fails before
  /// any training: on labels of dev that the model has not, on vectors of other
  /// words, on trees without the constituents that a cell reads.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  TreeTask(TreeConfig config, TreeClassifier model, TrainingTrees train,
           TrainingTrees dev, std::vector<DataFile> data);

  std::vector<Stage*> Stages() override { return {this}; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::string Summary() const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  std::string_view name() const override { return "classify"; }
  const StageOptions& options() const override {
    return config_.training.stage;
  }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return train_.inputs[example].leaves.size();
  }
  std::string ExampleName(std::size_t example) const override {
    return train_.path + ":" + std::to_string(train_.lines[example]);
  }
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  /// The figures of MeasurePhrases on dev.
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"accuracy", true}; }

  TreeConfig config_;
  TreeClassifier model_;
  TrainingTrees train_;
  TrainingTrees dev_;
  std::vector<DataFile> data_;
};

}  // namespace whylight
