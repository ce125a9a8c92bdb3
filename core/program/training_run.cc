#include "core/program/training_run.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/program/checked_flags.h"
#include "core/program/interrupt.h"
#include "core/program/line_writer.h"
#include "core/program/progress.h"
#include "core/program/tell.h"
#include "core/program/unknown_words.h"
#include "core/systems/registry.h"
#include "core/training/data/data_config.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/data_warnings.h"
#include "core/training/engine/run_advice.h"
#include "core/training/engine/run_folder.h"
#include "core/training/engine/run_record.h"
#include "core/training/engine/trainer.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

class TrainingRun {
 public:
  TrainingRun(const TrainFlags& flags, Communicator& ranks)
      : flags_(flags),
        ranks_(ranks),
        folder_(flags.out, flags.resume      ? EarlierRun::kResume
                           : flags.overwrite ? EarlierRun::kReplace
                                             : EarlierRun::kRefuse) {}

  Status Run() {
    if (Status ready = AgreeOn(Prepare(), ranks_); !ready.ok()) return ready;
    if (first_rank()) {
      Tell("{}\n", task_->Summary());
      for (const std::string& warning : DataWarnings(*task_)) {
        Tell("warning: {}\n", warning);
      }
    }
    if (flags_.dry_run) {
      if (first_rank()) {
        if (Status printed = Print(DumpJson(resolved_, 2)); !printed.ok()) {
          return printed;
        }
        Tell("nothing was trained: --dry-run\n");
      }
      return {};
    }
    if (Status begun = AgreeOn(first_rank() ? BeginFolder() : Status{}, ranks_);
        !begun.ok()) {
      return begun;
    }
    line_ = std::make_unique<ProgressLine>();
    const Status trained =
        Train(*task_, TrainerOptionsOfRun(), MakeHooks(), ranks_);
    line_.reset();
    if (trained.ok()) {
      if (first_rank()) {
        TellAdvice();
        Tell("the model is in {}\n", folder_.model());
      }
      return {};
    }
    if (trained.error().code == ErrorCode::kInterrupted) {
      return Error{ErrorCode::kInterrupted,
                   "stopped; the same command with --resume goes on from here. "
                   "The model as it is now is in " +
                       folder_.model()};
    }
    return Status(trained);
  }

  /// The record of the data alone. What was skipped is told when it is trained
  /// on.
  Result<ordered_json> RecordOfData() {
    tells_skipped_ = false;
    if (Status read = ReadInputs(); !read.ok()) return read.error();
    return RecordData(task_->Data());
  }

 private:
  bool first_rank() const { return ranks_.rank() == 0; }
  bool HasConfig() const { return !flags_.config.empty() || flags_.resume; }

  // The file, or how errors call the options that stand for one.
  std::string ConfigName() const {
    if (!HasConfig()) return "the options";
    return flags_.config.empty() ? folder_.config() : flags_.config;
  }

  // Reads everything, and changes nothing.
  Status Prepare() {
    if (first_rank() && !flags_.dry_run) {
      if (Status locked = folder_.Lock(); !locked.ok()) return locked;
    }
    if (Status free = folder_.Check(); !free.ok()) return free;
    for (const auto& [key, path] : flags_.files) {
      // For its hash, too.
      Status twice = CheckReadTwice("--" + key, path);
      if (!twice.ok()) return twice;
    }
    if (Status read = ReadInputs(); !read.ok()) return read;
    resolved_ = task_->ResolvedConfig();
    Result<ordered_json> data = RecordData(task_->Data());
    if (!data.ok()) return data.error();
    identity_ = RunIdentity(resolved_, data.value());
    resolved_["checkpoints"] = CheckpointFields().Write(checkpoints_);
    record_ = {{"data", std::move(data).value()},
               {"program", GitRevision()},
               {"machine", MachineDescription()},
               {"threads", flags_.threads},
               {"ranks", ranks_.size()}};
    return {};
  }

  // Makes the task of the config, the flags and all files that they name.
  Status ReadInputs() {
    const std::string name = ConfigName();
    Result<json> config =
        HasConfig() ? ReadTrainingConfig(name) : Result<json>(json::object());
    if (!config.ok()) return config.error();
    if (Status made = ReadWithOverrides(
            config.value(), flags_.overrides,
            [&](const json& overridden) { return MakeTask(overridden, name); });
        !made.ok()) {
      const Result<const TrainableSystem*> system =
          FindTrainableSystem(config.value(), name, flags_.task);
      if (!system.ok()) return made;
      return SuggestKeys(made.error(), system.value()->config(),
                         {"epochs", "threads", "overwrite", "resume"});
    }
    return {};
  }

  Status MakeTask(json config, const std::string& name) {
    const Result<const TrainableSystem*> system =
        FindTrainableSystem(config, name, flags_.task);
    if (!system.ok()) return system.error();
    config["task"] = system.value()->system->name;
    if (flags_.epochs) {
      const std::string& key = system.value()->epochs_key;
      for (const auto& [given, typed] : flags_.overrides) {
        if (given != key) continue;
        return Invalid("--epochs: expected this or --" + key + ", found both");
      }
      if (Status set =
              ApplyOverrides(&config, {{key, std::to_string(*flags_.epochs)}});
          !set.ok()) {
        return set;
      }
    }
    if (Status set = SetMaxErrors(&config); !set.ok()) return set;
    checkpoints_ = {};
    if (const auto part = config.find("checkpoints"); part != config.end()) {
      Status read =
          CheckpointFields().Read(*part, name + ": checkpoints", &checkpoints_);
      if (!read.ok()) return read;
    }
    checkpoints_.folder = folder_.checkpoints();
    checkpoints_.renew =
        [table = &system.value()->config()](const ordered_json& run) {
          ordered_json renewed = run;
          const auto found = renewed.find("config");
          if (found == renewed.end()) return renewed;
          Result<ordered_json> today = table->Renew(json(*found), "config");
          if (today.ok()) *found = std::move(today).value();
          return renewed;
        };
    // The grid of a sweep is no option of a run.
    for (const char* key : {"checkpoints", "sweep"}) config.erase(key);
    TaskInputs inputs{
        .config = config, .name = name, .files = flags_.files, .data = {}};
    for (const Field& option : DataFields().Describe()) {
      inputs.data.named_by[option.key] = "--data." + option.key;
    }
    inputs.threads = flags_.threads;
    inputs.data.max_errors = flags_.max_errors.value_or(0);
    inputs.data.on_skip = [this](const Error& error) {
      if (first_rank() && tells_skipped_) {
        Tell("skipped: {}\n", error.message);
      }
    };
    Result<std::unique_ptr<TrainingTask>> task = system.value()->make(inputs);
    if (!task.ok()) return task.error();
    task_ = std::move(task).value();
    return {};
  }

  // Instead of what the config says, which every resolved one does.
  Status SetMaxErrors(json* config) const {
    if (!flags_.max_errors) return {};
    for (const auto& [given, typed] : flags_.overrides) {
      if (!given.ends_with("data.max_errors")) continue;
      return Invalid("--max-errors: expected this or --" + given +
                     ", found both");
    }
    for (const char* key : {"data", "dev_data"}) {
      const auto part = config->find(key);
      if (part != config->end() && part->is_object()) part->erase("max_errors");
    }
    return {};
  }

  Status BeginFolder() {
    if (Status begun = folder_.Begin(resolved_, record_); !begun.ok()) {
      return begun;
    }
    if (!flags_.resume) return {};
    for (const std::string& changed : folder_.ChangedSinceBegun(record_)) {
      fmt::print(stderr,
                 "the run began with another {}: the last bits of its "
                 "numbers may differ from an undisturbed run's\n",
                 changed);
    }
    return {};
  }

  TrainerOptions TrainerOptionsOfRun() const {
    return {.threads = flags_.threads,
            .checkpoints = checkpoints_,
            .resume = flags_.resume,
            .run = identity_};
  }

  TrainerHooks MakeHooks() {
    TrainerHooks hooks;
    hooks.stop = &WatchForInterrupt();
    hooks.on_resume = [this](std::uint64_t step) -> Status {
      Status resumed = folder_.ResumeLog(step);
      if (!resumed.ok()) return resumed;
      line_->Show(step == 0 ? "no checkpoint yet: starting from the beginning"
                            : fmt::format("going on after step {}", step));
      return {};
    };
    hooks.on_step = [this](const TrainingProgress& progress) {
      ShowStep(progress);
    };
    hooks.on_epoch = [this](const EpochReport& report) {
      return EndEpoch(report);
    };
    hooks.on_model = [this] { return folder_.KeepModel(*task_); };
    hooks.on_warning = [](const std::string& message) {
      Tell("{}\n", message);
    };
    return hooks;
  }

  void ShowStep(const TrainingProgress& progress) {
    if (progress.stage != stage_) {
      stage_ = progress.stage;
      stage_start_ = progress;
    }
    const double seconds = progress.seconds - stage_start_.seconds;
    const double share = progress.share - stage_start_.share;
    // A speed needs some time to be one.
    if (seconds < 1 || share <= 0 || !line_->Due()) return;
    const auto words = static_cast<double>(progress.words - stage_start_.words);
    line_->Show(
        fmt::format("{} {}/{}  loss {:.4f}  {} words/s  {} left",
                    progress.stage, progress.epoch, progress.epochs,
                    progress.loss, FormatCount(words / seconds),
                    FormatDuration(seconds * (1 - progress.share) / share)));
  }

  Status EndEpoch(const EpochReport& report) {
    const TrainingProgress& progress = report.progress;
    line_->Show(fmt::format("{} {}/{}  loss {:.4f}  dev {}{}", progress.stage,
                            progress.epoch, progress.epochs, progress.loss,
                            task_->DescribeEvaluation(report.dev),
                            report.best ? "  *" : ""));
    line_ = std::make_unique<ProgressLine>();
    return folder_.LogEpoch(report);
  }

  // The model is there, whether or not its log can be read.
  void TellAdvice() {
    const Result<std::vector<ordered_json>> log = folder_.ReadLog();
    if (!log.ok()) return;
    for (const std::string& line : AdviceOn(*task_, log.value())) {
      Tell("{}\n", line);
    }
  }

  const TrainFlags& flags_;
  Communicator& ranks_;
  RunFolder folder_;
  bool tells_skipped_ = true;
  std::unique_ptr<TrainingTask> task_;
  CheckpointOptions checkpoints_;
  ordered_json resolved_;
  ordered_json record_;
  ordered_json identity_;
  std::unique_ptr<ProgressLine> line_;
  std::string stage_;
  TrainingProgress stage_start_;  // After its first step of this sitting.
};

}  // namespace

Result<json> ReadTrainingConfig(const std::string& path) {
  constexpr std::size_t kMaxNesting = 16;
  const Result<std::string> bytes = ReadFile(path);
  if (!bytes.ok()) return bytes.error();
  return ParseConfigJson(bytes.value(), path, kMaxNesting);
}

Result<ordered_json> RecordTrainingData(const TrainFlags& flags) {
  Result<std::unique_ptr<Communicator>> alone = MakeCommunicator(0, nullptr);
  if (!alone.ok()) return alone.error();
  return TrainingRun(flags, *alone.value()).RecordOfData();
}

Status RunTraining(const TrainFlags& flags) {
  Result<std::unique_ptr<Communicator>> ranks = MakeCommunicator(0, nullptr);
  if (!ranks.ok()) return ranks.error();
  Status trained = TrainingRun(flags, *ranks.value()).Run();
  if (!trained.ok()) ranks.value()->GiveUp();
  return trained;
}

}  // namespace whylight
