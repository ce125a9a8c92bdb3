// The encoder alone learns to rate, from the words that decoding selects
// ("refit") or from all words ("full_text"); the generator stays as it is. A
// refit may also learn from what teachers make of the same words.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/systems/rationale/train/calibration.h"
#include "core/systems/rationale/train/scores.h"
#include "core/training/engine/stage.h"

namespace whylight {

class EncoderStage final : public Stage {
 public:
  /// As SelectionStage.
  EncoderStage(EncoderReads reads, RationaleModel& model,
               const RatedTexts& train, const RatedTexts& dev,
               const std::vector<whylight::Review>& dev_reviews,
               const CalibrationTexts& calibration,
               const RationaleTraining& training,
               const std::vector<RationaleModel>& teachers);

  std::string_view name() const override {
    return reads_ == EncoderReads::kRationale ? "refit" : "full_text";
  }
  const StageOptions& options() const override { return own_.stage; }
  /// Decodes the rationales of all reviews, if they are read.
  Status Begin(ThreadPool& pool) override;
  /// Decodes them as the encoder that the stage began with did.
  Status GoOn(ThreadPool& pool) override;
  /// From all words also layers that the generator shares; from rationales they
  /// stay, with what it selects by them.
  std::vector<Parameter*> Parameters() override;
  std::vector<Parameter*> OwnState() override {
    if (reads_ == EncoderReads::kAllWords) return {};
    return {&read_at_};
  }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return texts_[example].size();
  }
  std::string ExampleName(std::size_t example) const override;
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  /// A run that goes on here knows the generator, but not how to decode it.
  Status Settle(ThreadPool& pool) override;
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override {
    return {reads_ == EncoderReads::kRationale ? "relative_error"
                                               : "relative_error_all_words"};
  }

 private:
  // An example is an aspect's words of one review, at one rate, or all its
  // words.
  std::size_t examples_a_review() const {
    return reads_ == EncoderReads::kRationale ? aspects_ : 1;
  }
  std::size_t examples() const { return train_.size() * examples_a_review(); }
  std::size_t Review(std::size_t example) const {
    return example % examples() / examples_a_review();
  }
  // Finds the thresholds by which words are selected, those of short texts as
  // `FitShortTexts`, in texts of the model's domain.
  void FitSelection(std::optional<double> most_astray, ThreadPool& pool);
  // Sets `texts_` to what is selected by these thresholds.
  void TakeRationales(ThreadPool& pool);
  // Moves the ratings to be learned of examples, [examples x aspects], towards
  // the teachers' mean ratings of the words that are read of them.
  void AskTeachers(const std::vector<std::size_t>& examples,
                   Matrix* targets) const;
  // The aspects that it rates, [first, last).
  std::pair<std::size_t, std::size_t> Aspects(std::size_t example) const;

  EncoderReads reads_;
  RationaleModel& model_;
  const RatedTexts& train_;
  const RatedTexts& dev_;
  const std::vector<whylight::Review>& dev_reviews_;
  const CalibrationTexts& calibration_;
  nlohmann::ordered_json found_ = nlohmann::ordered_json::object();  // By it.
  const RationaleTraining& training_;
  const std::vector<RationaleModel>& teachers_;
  const PartStageOptions& own_;
  std::size_t aspects_;
  std::vector<double> scales_;  // Of the errors of each aspect.
  // The words that the encoder reads of each example. Of rationales: first all
  // those at the shown rates, then all at the first operating point, and so on.
  std::vector<WordIds> texts_;
  // The thresholds of short texts by which they were selected: all else that
  // selects follows from the generator.
  Parameter read_at_{"refit.short_thresholds", Matrix()};
};

}  // namespace whylight
