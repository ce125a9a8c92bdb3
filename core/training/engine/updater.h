// From a batch to new parameters:
//
//   gradient  mean over `accumulate` batches of the sum over shards
//   + L2, then clipped by its global norm, then the optimiser's rule
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/engine/checkpoint.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/optimiser.h"
#include "core/training/engine/shard_memory.h"
#include "core/training/engine/shards.h"
#include "core/training/engine/shared_weights.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/start_mixture.h"
#include "core/training/engine/thread_pool.h"
#include "core/training/engine/weight_average.h"

namespace whylight {

/// Trains the parameters of one stage. A gradient, loss or parameter that is
/// NaN or infinite is kNotFinite, told before it changes a parameter.
class Updater {
 public:
  /// All must outlive it.
  Updater(Stage& stage, Communicator& ranks, ThreadPool& pool);

  /// Learns from `batch`, now or, where batches are gathered and it is not the
  /// `last` of its epoch, with those after it. Adds its loss, and the update if
  /// there is one, to `position`.
  Status Learn(const Step& step, const std::vector<std::size_t>& batch,
               bool last, TrainingPosition* position);

  /// Whether batches wait for an update.
  bool gathering() const { return gathered_ > 0; }
  double learning_rate() const { return learning_rate_; }
  std::uint64_t updates() const { return optimiser_.updates(); }

  /// State that it carries from batch to batch besides the parameters, for
  /// checkpoints; `updates` are set on their own.
  std::vector<Parameter*> State();
  void SetUpdates(std::uint64_t updates) { optimiser_.SetUpdates(updates); }

  /// Lets the parameters and their average, or their mixture with the start,
  /// where one is taken, change places: that is evaluated, kept and handed on
  /// to the next stage, while training goes on with the parameters.
  void SwapAverage();

  /// Fails on a parameter that is not finite `after` a step.
  Status CheckParameters(std::uint64_t after) const;

 private:
  using Batch = std::vector<std::size_t>;

  Status Update(const Step& step, const Batch& batch,
                std::vector<Gradient>& gradients, TrainingPosition* position);
  // Sparse gradients become dense ones here.
  void Gather(const std::vector<Gradient>& gradients);
  // The factor by which each parameter gives the gradient of its L2.
  std::vector<Real> Penalties() const;
  void AddPenalty(Real factor, const GradientPart& part,
                  Gradient& gradient) const;
  Error NotFinite(std::string what, const Batch& batch,
                  const TrainingPosition& position) const;

  Stage& stage_;
  Communicator& ranks_;
  ThreadPool& pool_;
  SharedWeights weights_;  // Packed, of the batch at hand.
  ShardMemory memory_;
  ShardGraphs graphs_;
  Optimiser optimiser_;
  std::optional<WeightAverage> average_;
  std::optional<StartMixture> start_;
  double learning_rate_ = 0;
  std::vector<Matrix> gathered_sums_;
  int gathered_ = 0;
};

}  // namespace whylight
