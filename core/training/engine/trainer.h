// The engine: takes a task through its stages, step by step, so that the same
// seed gives the same bits on any number of threads and ranks, with or without
// an interruption.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/training/engine/checkpoint_options.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/stage.h"

namespace whylight {

struct TrainerOptions {
  int threads = 1;
  CheckpointOptions checkpoints = {};
  /// Go on from the newest checkpoint that can be read; without any, start.
  bool resume = false;
  /// A checkpoint is resumed only if it was made with the same.
  nlohmann::ordered_json run = {};
};

struct TrainingProgress {
  std::string_view stage;
  int epoch = 1;            ///< From 1.
  int epochs = 1;           ///< Of the stage.
  std::uint64_t step = 0;   ///< Updates of the whole run.
  std::uint64_t words = 0;  ///< Of the stage, so far
  double share = 0;         ///< of its batches, in [0, 1].
  double loss = 0;          ///< Mean over the batches of the epoch so far.
  double learning_rate = 0;
  double seconds = 0;  ///< The run has taken, all sittings together.
};

struct EpochReport {
  TrainingProgress progress;
  nlohmann::ordered_json dev;  ///< What the stage's evaluation says.
  bool best = false;           ///< The best epoch of the stage so far,
  Criterion criterion;         ///< by this number.
  std::uint64_t words = 0;     ///< Trained on in this epoch,
  double seconds = 0;          ///< in this time; of this sitting alone.
};

struct TrainerHooks {
  /// Called once when a run goes on: after how many steps.
  std::function<Status(std::uint64_t step)> on_resume;
  /// Called after every batch.
  std::function<void(const TrainingProgress&)> on_step;
  /// Called after every epoch. An error ends the training.
  std::function<Status(const EpochReport&)> on_epoch;
  /// Called when the model should be kept as it is now: after an epoch (where
  /// the best epoch counts, only after a better one), at the end, and when a
  /// run is interrupted.
  std::function<Status()> on_model;
  /// Something to tell that ends nothing: a damaged checkpoint was passed over.
  std::function<void(const std::string&)> on_warning;
  /// When it becomes true, the run ends after the step, with a checkpoint and
  /// ErrorCode::kInterrupted.
  const std::atomic<bool>* stop = nullptr;
};

/// Trains `task` to the end. On error everything written before stands. With
/// several ranks, every rank calls it with the same task; hooks other than
/// `stop` are for rank 0.
///
/// An update:
///   gradient  mean over `accumulate` batches of the sum over shards
///   + L2, then clipped by its global norm, then the optimiser's rule
/// A gradient, loss or parameter that is NaN or infinite ends the run with
/// kNotFinite before it can reach a checkpoint.
Status Train(TrainingTask& task, const TrainerOptions& options,
             const TrainerHooks& hooks, Communicator& ranks);

}  // namespace whylight
