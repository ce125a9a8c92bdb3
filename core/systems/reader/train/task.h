// Trains the system "reader".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/reader/model.h"
#include "core/systems/reader/train/config.h"
#include "core/systems/reader/train/data.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

/// SpanLoss, the mean over the questions of a batch.
class ReaderTask final : public TrainingTask, private Stage {
 public:
  /// Reads the data and the word vectors that the config names. Fails before
  /// any training: on answers beyond a text, on vectors of other words, on
  /// layers that give no vector at every word.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  ReaderTask(ReaderConfig config, Reader model, ReaderData train,
             ReaderData dev, std::vector<DataFile> data);

  std::vector<Stage*> Stages() override { return {this}; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::string Summary() const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  std::string_view name() const override { return "read"; }
  const StageOptions& options() const override {
    return config_.training.stage;
  }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return train_.ids[example].size();
  }
  std::string ExampleName(std::size_t example) const override {
    const Place& place = train_.questions[example].place;
    return place.path + ":" + std::to_string(place.line);
  }
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  /// Fits the probabilities and the threshold on dev.
  Status Settle(ThreadPool& pool) override;
  /// The figures of EvaluateReader on dev.
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"mean_f1", true}; }

  ReaderConfig config_;
  Reader model_;
  ReaderData train_;
  ReaderData dev_;
  std::vector<DataFile> data_;
  std::vector<SpanTarget> targets_;   // Of each example,
  std::vector<std::size_t> lengths_;  // and the words of its text.
};

}  // namespace whylight
