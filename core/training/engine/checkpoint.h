// The state that an interrupted training resumes from.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/graph/parameter.h"

namespace whylight {

/// The best epoch of a stage so far.
struct BestEpoch {
  double value = 0;        ///< Of the stage's criterion.
  int epoch = 0;           ///< From 0.
  std::uint64_t step = 0;  ///< Of the checkpoint that holds its parameters.
};

/// Where a run is: between two updates. Random numbers need no state, as they
/// are functions of where they are used.
struct TrainingPosition {
  std::uint64_t step = 0;  ///< Updates of the whole run so far.
  std::size_t stage = 0;
  std::uint64_t stage_batches = 0;  ///< Done in this stage.
  int epoch = 0;                    ///< From 0.
  std::size_t batch = 0;            ///< Batches of this epoch that are done.
  std::uint64_t updates = 0;        ///< Of the stage's optimiser.
  double loss_sum = 0;              ///< Over those batches.
  std::uint64_t words = 0;          ///< Of the stage so far.
  double seconds = 0;  ///< The run has taken, all its sittings together.
  std::optional<BestEpoch> best;
  int epochs_since_best = 0;
  int reversions = 0;  ///< Of ScheduleType::kRevertAndHalve.
  bool finished = false;
};

/// A checkpoint file: safetensors with the tensors that `Tensors` names, and
/// the position, what identifies the run and a hash of it all as metadata.
/// `run` must be the same when the run goes on: config, seed and hashes of the
/// data.
Result<std::string> SerializeCheckpoint(
    const TrainingPosition& position, const nlohmann::ordered_json& run,
    const std::vector<const Parameter*>& tensors);

/// The position and `run` of a checkpoint. Fails with kBadData on bytes that
/// are not whole; errors start with `name`.
struct CheckpointHeader {
  TrainingPosition position;
  nlohmann::ordered_json run;
};
Result<CheckpointHeader> ReadCheckpoint(std::string_view bytes,
                                        const std::string& name);

/// Sets `tensors` to what a checkpoint that `ReadCheckpoint` has accepted holds
/// under their names. Changes nothing if one is missing or of another shape.
Status RestoreTensors(std::string_view bytes, const std::string& name,
                      const std::vector<Parameter*>& tensors);

/// The checkpoints of a run in a folder, by step.
class CheckpointStore {
 public:
  /// Keeps the last `keep` checkpoints, at least one.
  CheckpointStore(std::string folder, int keep)
      : folder_(std::move(folder)), keep_(keep) {}

  /// Writes a checkpoint in one step, and then removes those that are neither
  /// among the last nor in `best_steps`, and what a killed run left half
  /// written. Fails without having removed any.
  Status Write(std::uint64_t step, std::string_view bytes,
               const std::vector<std::uint64_t>& best_steps) const;

  Result<std::string> Read(std::uint64_t step) const;

  /// Steps of the checkpoints there are, ascending.
  std::vector<std::uint64_t> Steps() const;

  /// The name of a file in the folder that no run has written; empty if there
  /// is none.
  std::string FindOtherFile() const;

  /// Removes all checkpoints, and what a killed run left half written. Other
  /// files stay.
  Status Clear() const;

  std::string Path(std::uint64_t step) const;

 private:
  std::string folder_;
  int keep_;
};

}  // namespace whylight
