// Learning to rank: positives above negatives.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/systems/questions/model.h"
#include "core/systems/questions/train/config.h"
#include "core/systems/questions/train/data.h"
#include "core/systems/questions/train/judged_hits.h"
#include "core/systems/questions/train/ranking_examples.h"
#include "core/training/engine/stage.h"

namespace whylight {

/// Positives above negatives, by how alike they are to the query.
class RankingStage final : public Stage {
 public:
  /// All of them must outlive it; `searches` has one for each dev file.
  RankingStage(Retriever& model, const RetrieverData& data,
               const RetrieverConfig& config,
               const std::vector<JudgedSearch>& searches);

  std::string_view name() const override { return "rank"; }
  const StageOptions& options() const override {
    return config_.training.stage;
  }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override {
    return examples_.Batches(epoch, options().batch, 0);
  }
  std::uint64_t Words(std::size_t example) const override {
    return examples_.Words(example);
  }
  std::string ExampleName(std::size_t example) const override {
    return examples_.Name(example);
  }
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  /// Fits the probabilities of scores on dev.
  Status Settle(ThreadPool& pool) override;
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"map", true}; }

 private:
  Retriever& model_;
  const RetrieverData& data_;
  const RetrieverConfig& config_;
  const std::vector<JudgedSearch>& searches_;
  RankingExamples examples_;
};

}  // namespace whylight
