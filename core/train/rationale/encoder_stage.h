// Stage 2 of rationale training: the generator is frozen, and the encoder
// learns to rate from the words that decoding selects.
#pragma once

#include <string_view>
#include <vector>

#include "core/train/engine/stage.h"
#include "core/train/rationale/rationale_scores.h"

namespace whylight {

class RefitStage final : public Stage {
 public:
  /// As SelectionStage.
  RefitStage(RationaleModel& model, const RatedTexts& train,
             const RatedTexts& dev, const std::vector<Review>& dev_reviews,
             const RationaleTraining& training);

  std::string_view name() const override { return "refit"; }
  const StageOptions& options() const override { return training_.refit.stage; }
  /// Decodes the rationales of all reviews.
  Status Begin(ThreadPool& pool) override;
  std::vector<Parameter*> Parameters() override {
    return model_.EncoderParameters();
  }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return rationales_[example].size();
  }
  std::string ExampleName(std::size_t example) const override;
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  /// A run that goes on here knows the generator, but not how to decode it.
  Status Settle(ThreadPool& pool) override;
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"relative_error"}; }

 private:
  // An example is an aspect's words of one review.
  std::size_t Review(std::size_t example) const { return example / aspects_; }
  std::size_t Aspect(std::size_t example) const { return example % aspects_; }

  RationaleModel& model_;
  const RatedTexts& train_;
  const RatedTexts& dev_;
  const std::vector<whylight::Review>& dev_reviews_;
  const RationaleTraining& training_;
  std::size_t aspects_;
  std::vector<double> variances_;  // Of the ratings.
  std::vector<WordIds> rationales_;
};

}  // namespace whylight
