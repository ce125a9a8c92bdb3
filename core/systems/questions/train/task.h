// Trains the system "questions".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/systems/questions/model.h"
#include "core/systems/questions/train/config.h"
#include "core/systems/questions/train/data.h"
#include "core/systems/questions/train/judged_hits.h"
#include "core/systems/questions/train/pretraining_stage.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

/// Positives above negatives, by how alike they are to the query.
class RankingStage final : public Stage {
 public:
  /// All of them must outlive it, but for `searches`: one for each dev file.
  RankingStage(Retriever& model, const RetrieverData& data,
               const RetrieverConfig& config,
               std::vector<JudgedSearch> searches);

  std::string_view name() const override { return "rank"; }
  const StageOptions& options() const override {
    return config_.training.stage;
  }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override;
  std::string ExampleName(std::size_t example) const override;
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  /// Fits the probabilities of scores on dev.
  Status Settle(ThreadPool& pool) override;
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"map", true}; }

 private:
  // A query with at least one positive, by its file and its number there.
  struct Example {
    std::size_t file;
    std::size_t query;
  };
  const RankedQuery& QueryOf(const Example& example) const {
    return data_.train[example.file].queries[example.query];
  }

  Retriever& model_;
  const RetrieverData& data_;
  const RetrieverConfig& config_;
  std::vector<JudgedSearch> searches_;
  std::vector<Example> examples_;
};

class RetrieverTask final : public TrainingTask {
 public:
  /// Reads the data that the config names.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  RetrieverTask(RetrieverConfig config, Retriever model, RetrieverData data,
                std::vector<JudgedSearch> searches, std::vector<DataFile> files,
                std::optional<QuestionDecoder> decoder);

  std::vector<Stage*> Stages() override;
  std::vector<Parameter*> Parameters() override;
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return files_; }
  std::string Summary() const override;
  std::string DescribeEvaluation(
      const nlohmann::ordered_json& dev) const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  RetrieverConfig config_;
  Retriever model_;
  RetrieverData data_;
  std::vector<DataFile> files_;
  std::optional<PretrainingStage> pretraining_;
  RankingStage ranking_;
};

}  // namespace whylight
