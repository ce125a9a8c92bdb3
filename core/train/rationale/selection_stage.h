// Stage 1 of rationale training: generator and encoder learn together which
// words to select, by straight-through Gumbel-softmax (catalogue L-R1, L-R4).
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/train/engine/stage.h"
#include "core/train/rationale/rationale_scores.h"

namespace whylight {

class SelectionStage final : public Stage {
 public:
  /// What it is given must outlive it. `dev` sets the thresholds of the
  /// decoding; `dev_reviews` are the same texts, to evaluate on.
  SelectionStage(RationaleModel& model, const RatedTexts& train,
                 const RatedTexts& dev, const std::vector<Review>& dev_reviews,
                 const RationaleTraining& training);

  std::string_view name() const override { return "selection"; }
  const StageOptions& options() const override {
    return training_.selection.stage;
  }
  std::vector<Parameter*> Parameters() override;
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return train_.texts[example].size();
  }

  // How many words each aspect selects, and how many there are.
  std::size_t totals() const override { return aspects_ + 1; }
  std::vector<double> Forward(Graph& graph, const Shard& shard,
                              const Step& step) override;
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;

  Status Settle(ThreadPool& pool) override;
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"relative_error"}; }

 private:
  // What `Forward` leaves for `Loss`, one an aspect.
  struct Terms {
    std::vector<Var> errors;
    std::vector<Var> transitions;
    std::vector<Var> selected;  // How many words.
  };

  RationaleModel& model_;
  const RatedTexts& train_;
  const RatedTexts& dev_;
  const std::vector<Review>& dev_reviews_;
  const RationaleTraining& training_;
  std::size_t aspects_;
  std::vector<std::size_t> reviews_;  // The ones it learns from.
  Matrix targets_;
  std::vector<double> variances_;  // Of the targets.
  std::array<Terms, kShards> terms_;
};

}  // namespace whylight
