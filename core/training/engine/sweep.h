// One training many times, with all combinations of some options' values.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/engine/config_overrides.h"

namespace whylight {

/// One combination.
struct SweepRun {
  std::string name;  ///< Of its folder: "learning_rate=0.01,hidden=200".
  Overrides overrides;
};

/// All combinations of a grid {"KEY": [VALUE, ...], ...}; the last key changes
/// fastest. Errors start with `where`.
Result<std::vector<SweepRun>> ExpandGrid(const nlohmann::ordered_json& grid,
                                         const std::string& where);

/// By which number on dev runs are compared.
struct SweepGoal {
  /// "accuracy", "dev.accuracy" or "loss"; empty: the one by which the runs
  /// themselves told their best epoch, "criterion" in their logs.
  std::string metric;
  /// Absent: as in the logs, if the metric is that one; the smallest loss.
  /// Needed for others.
  std::optional<bool> larger_is_better;
};

/// A run's line in the results: {"run", "status": "finished", "failed" or
/// "interrupted", "options", "error"} and the line of its log that counts, the
/// best of its last stage.
using SweepResult = nlohmann::ordered_json;

struct SweepHooks {
  /// Called first with each run that has a folder. Fails unless the run may
  /// stand beside those that are trained now: if its data are others, say.
  std::function<Status(const SweepRun& run, const std::string& folder)> check;
  /// Trains one run in a folder, from the beginning or where it was stopped.
  std::function<Status(const SweepRun& run, const std::string& folder,
                       bool resume)>
      train;
  /// Called before each run that is not finished yet.
  std::function<void(const SweepRun& run, std::size_t number)> on_start;
  /// Called after a run that failed.
  std::function<void(const SweepRun& run, const Error& error)> on_failure;
};

struct SweepOutcome {
  std::vector<SweepResult> results;  ///< The best first, the failed last.
  std::string metric;                ///< They are sorted by; may be empty.
  std::optional<Error> failure;      ///< The first, or that it was interrupted.
};

/// Trains each run in `folder`/NAME, but those that an earlier call finished,
/// and after each writes results.jsonl and results.csv. `config` is what all
/// runs share: a folder is not gone on with under another one. A run that fails
/// does not keep the next from starting, one that is interrupted does. Fails
/// with kInvalidArgument, once a run is trained that tells it, if it has no
/// such metric, or the goal does not say which is the best.
Result<SweepOutcome> RunSweep(const std::string& folder,
                              const nlohmann::json& config,
                              const std::vector<SweepRun>& runs,
                              const SweepGoal& goal, const SweepHooks& hooks);

}  // namespace whylight
