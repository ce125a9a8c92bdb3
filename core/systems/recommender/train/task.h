// Trains the system "recommender".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/recommender/bank.h"
#include "core/systems/recommender/model.h"
#include "core/systems/recommender/train/config.h"
#include "core/systems/recommender/train/data.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

/// The squared error, the mean over the ratings of a batch. What is read are
/// reviews of the training data, never the one of the rating itself.
class RecommenderTask final : public TrainingTask, private Stage {
 public:
  /// Reads the data and the word vectors that the config names. Fails before
  /// any training: on ratings beyond the range, on vectors of other words, on
  /// layers that cannot be built.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  RecommenderTask(RecommenderConfig config, Recommender model, ReviewBank bank,
                  const RatingsFile& train, const RatingsFile& dev,
                  std::vector<DataFile> data);

  std::vector<Stage*> Stages() override { return {this}; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::string Summary() const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  std::string_view name() const override { return "rate"; }
  const StageOptions& options() const override {
    return config_.training.stage;
  }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override;
  std::string ExampleName(std::size_t example) const override {
    return train_.path + ":" + std::to_string(train_.lines[example]);
  }
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  /// The figures of EvaluateRecommender on dev.
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"mse", false}; }

  RecommenderConfig config_;
  Recommender model_;
  ReviewBank bank_;
  RatedItems train_;
  RatedItems dev_;
  std::vector<DataFile> data_;
};

}  // namespace whylight
