// Trains the system "pairs".
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/pairs/model.h"
#include "core/systems/pairs/train/config.h"
#include "core/systems/pairs/train/data.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

/// Cross-entropy over the labels, or with the shares of the grades.
class PairsTask final : public TrainingTask, private Stage {
 public:
  /// Reads the data and the word vectors that the config names. Fails before
  /// any training: on fewer than two labels, on labels that are not in both
  /// files, on vectors of other words, on layers that cannot be built.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  /// The first `from_data` of the pairs to train on come up in every epoch;
  /// each epoch has the next `config.templates.pairs` of the others.
  PairsTask(PairsConfig config, PairModel model, LabelledPairs train,
            std::size_t from_data, LabelledPairs dev,
            std::vector<DataFile> data);

  std::vector<Stage*> Stages() override { return {this}; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::string Summary() const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  std::string_view name() const override { return "compare"; }
  const StageOptions& options() const override {
    return config_.training.stage;
  }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return train_.pairs[example].size();
  }
  std::string ExampleName(std::size_t example) const override {
    return (example < from_data_ ? train_.path : "templates") + ":" +
           std::to_string(train_.lines[example]);
  }
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override {
    return {model_.gives_grades() ? "pearson" : "accuracy", true};
  }

  PairsConfig config_;
  PairModel model_;
  // Both orders of each pair, if both are learned; then those from templates.
  LabelledPairs train_;
  std::size_t from_data_;
  LabelledPairs dev_;
  std::vector<DataFile> data_;
};

}  // namespace whylight
