// Learning which words say what is asked: the few that queries and candidates
// are still ranked well by (Lei17 section 3.4.2).
//
// Each word is chosen or not by a sample of its probability; the gradient flows
// as if the probability itself had been the choice (straight-through Gumbel
// sigmoid), through masks that all layers of the encoder take. What it costs:
//
//   the ranking loss of the texts' chosen words
//     + that of the whole texts, if the encoder learns along
//     + rate_weight · (share of words chosen, in expectation, - wanted)²
//     + coherence · changes between chosen and other words, per word
//
// where what is wanted goes from nearly all words down to the model's share in
// the first half of the stage.
#pragma once

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

class QuestionRationaleStage final : public Stage {
 public:
  /// All of them must outlive it; `searches` has one for each dev file.
  QuestionRationaleStage(Retriever& model, const RetrieverData& data,
                         const RetrieverConfig& config,
                         const std::vector<JudgedSearch>& searches);

  std::string_view name() const override { return "rationale"; }
  const StageOptions& options() const override {
    return config_.selection.stage;
  }
  /// Those of what chooses and, if it is to learn along, of the encoder.
  std::vector<Parameter*> Parameters() override;
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return examples_.Words(example);
  }
  std::string ExampleName(std::size_t example) const override {
    return examples_.Name(example);
  }
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  /// Sets the threshold by which the wanted share of dev's words is chosen, and
  /// fits the probabilities of the encoder as it is.
  Status Settle(ThreadPool& pool) override;
  /// Of rationales as queries and as candidates, and the share of words in
  /// them.
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
