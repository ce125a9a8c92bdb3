// The checkpoints of a running training: when they are due, what is written,
// and how a run goes back to one. Every rank calls the same operations in the
// same order; rank 0 reads and writes the files.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/training/engine/checkpoint.h"
#include "core/training/engine/checkpoint_options.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/stage.h"

namespace whylight {

class Checkpointer {
 public:
  /// `run` identifies the run: checkpoints of another are refused. Both must
  /// outlive this.
  Checkpointer(const CheckpointOptions& options,
               const nlohmann::ordered_json& run, Communicator& ranks);

  /// Writes where the run is. `stage` is null between two stages. The bytes
  /// are kept for `GoBack` if they are of the best epoch and it `keeps_best`.
  Status Write(const TrainingPosition& position,
               const std::vector<Parameter*>& tensors, Stage* stage,
               bool keeps_best);

  /// Whether the options ask for one after this step.
  Result<bool> Due(std::uint64_t step);

  /// The position of the newest checkpoint that is whole, or nothing if there
  /// is none at all. It is not without that of the best epoch, where a run that
  /// is there `goes_back` to that. `warn` hears of those that are passed over.
  Result<std::optional<TrainingPosition>> Resume(
      const std::function<bool(const TrainingPosition&)>& goes_back,
      const std::function<void(const std::string&)>& warn);
  /// Tensors as that checkpoint has them; does nothing without one.
  Status RestoreResumed(const std::vector<Parameter*>& tensors) const;
  void ForgetResumed() { resumed_.clear(); }

  /// Tensors of the best epoch, and the position that it left; does nothing if
  /// those at hand are.
  Result<std::optional<TrainingPosition>> GoBack(
      const std::vector<Parameter*>& tensors) const;
  void ForgetBest() { best_.clear(); }

  /// "; the last good checkpoint is that of step 7", or nothing.
  std::string LastGood() const;

 private:
  using Clock = std::chrono::steady_clock;

  bool first_rank() const { return ranks_.rank() == 0; }
  bool keeps_files() const { return !options_.folder.empty(); }
  // Rank 0 gets to know what the other ranks' shards carry.
  Status GatherCarriedState(Stage& stage) const;
  // How the run of a checkpoint differs from this one; nothing if it does not.
  std::string FindOtherRun(const CheckpointHeader& header) const;
  // The bytes of a checkpoint, and of the best epoch's if it goes back to that.
  Result<std::pair<std::string, std::string>> ReadWhole(
      std::uint64_t step,
      const std::function<bool(const TrainingPosition&)>& goes_back) const;
  Status ReadNewestWhole(
      const std::function<bool(const TrainingPosition&)>& goes_back,
      const std::function<void(const std::string&)>& warn);
  // The best epochs that the last checkpoints go back to must stay as well.
  void KeepFileOfBest(const TrainingPosition& position);

  const CheckpointOptions& options_;
  const nlohmann::ordered_json& run_;
  Communicator& ranks_;
  CheckpointStore store_;
  Clock::time_point last_ = Clock::now();
  std::vector<std::uint64_t> best_steps_;
  std::string best_;     // The bytes of the best epoch's.
  std::string resumed_;  // Until the stage has taken its share.
};

}  // namespace whylight
