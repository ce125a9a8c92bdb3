// The folder of a training run: what is kept there besides checkpoints, and
// which run may begin there or go on.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/native/writer_lock.h"
#include "core/training/engine/run_log.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/trainer.h"

namespace whylight {

/// The treatment of an earlier run in the same folder.
enum class EarlierRun { kRefuse, kResume, kReplace };

class RunFolder {
 public:
  RunFolder(std::string path, EarlierRun earlier);

  std::string model() const { return Inside("model"); }
  std::string checkpoints() const { return Inside("checkpoints"); }
  std::string config() const { return Inside("config.json"); }

  /// Whether there is an earlier run here: a run.json that tells one.
  bool HasRun() const;

  /// Fails with kInvalidArgument unless the run may begin here, or go on: an
  /// earlier one is neither mixed with it nor lost, nor is what others have
  /// written under the names that a run writes. Changes nothing.
  Status Check() const;

  /// Keeps others from writing here while this lives, if the folder is there.
  /// Fails with kInvalidArgument while another run writes here.
  Status Lock();

  /// Makes the folder, locks it, removes what a killed run left unfinished and
  /// writes run.json and config.json, unless the run goes on: what it began
  /// with is what it is. A new run removes the checkpoints of an earlier one
  /// and the config of its model, and starts its log.
  Status Begin(const nlohmann::ordered_json& config,
               const nlohmann::ordered_json& record);

  /// Which of "program" and "machine" were others when the run began: the last
  /// bits of its numbers may then differ.
  std::vector<std::string> ChangedSinceBegun(
      const nlohmann::ordered_json& record) const;

  /// Where `data`, as RecordData has recorded them, differ from those that the
  /// run began with, as a sentence; empty if nowhere, or no run has begun.
  std::string DataChangedSinceBegun(const nlohmann::ordered_json& data) const;

  /// Goes on with the log after `step` updates.
  Status ResumeLog(std::uint64_t step);

  Status LogEpoch(const EpochReport& report);

  /// The lines of the log.
  Result<std::vector<nlohmann::ordered_json>> ReadLog() const;

  /// Writes the model as it is now, with its config made fit to be published.
  Status KeepModel(TrainingTask& task) const;

 private:
  std::string Inside(const char* name) const;
  // run.json; null if there is none, or none that a run wrote.
  nlohmann::ordered_json Record() const;
  // The name of a file that a run would write over or mix with its own; empty
  // if there is none.
  std::string FindFileInTheWay() const;

  std::string path_;
  EarlierRun earlier_;
  std::optional<WriterLock> lock_;
  std::optional<RunLog> log_;
};

/// `config` as it may be published with a model. The folders of a machine are
/// its owner's: wherever an absolute path stands, only its last name is left.
nlohmann::ordered_json WithoutFolders(nlohmann::ordered_json config);

}  // namespace whylight
