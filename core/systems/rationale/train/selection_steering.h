// Keeps selections near the wanted length while generator and encoder learn,
// and tells when they have collapsed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/training.h"
#include "core/training/engine/stage.h"

namespace whylight {

class SelectionSteering {
 public:
  /// The model and the training must outlive it.
  SelectionSteering(const RationaleModel& model,
                    const RationaleTraining& training);

  /// For checkpoints.
  Parameter& state() { return state_; }

  /// Of each aspect the mean cost of the batches before.
  RowVector MeanCosts() const;

  /// The cost of words and changes of an aspect in a batch.
  struct Price {
    double word = 0;
    double change = 0;
    double constant = 0;  ///< Of the whole batch; part of the loss.
  };
  /// `selected` is how many of the batch's `words` are selected.
  Price PriceOf(std::size_t aspect, const Step& step, double selected,
                double words) const;

  /// The same of texts made from templates, where each word selected costs what
  /// `selected` weighs it by: no share of their words is wanted.
  Price PriceOfTemplates(std::size_t aspect, const Step& step,
                         double words) const;

  /// Takes the sums of a batch: of each aspect the words selected, then of each
  /// the costs of samples, and last the words.
  void AfterStep(const Step& step, const std::vector<double>& totals);

  /// By aspect the share of words selected since the last call. Fails if a
  /// selection has collapsed to nothing or everything.
  Result<nlohmann::ordered_json> TakeSampled();

 private:
  enum Row { kMeanCost, kSmoothedRate, kMultiplier, kSelected };

  // The share of words wanted of an aspect.
  double Target(std::size_t aspect, double progress) const;

  const RationaleModel& model_;
  const RationaleTraining& training_;
  std::size_t aspects_;
  std::uint64_t steps_ = 0;  // Of the stage, so far.
  // Rows as above, a column for each aspect; in the last column whether there
  // was a step yet, and the words since the last call of TakeSampled.
  Parameter state_;
};

}  // namespace whylight
