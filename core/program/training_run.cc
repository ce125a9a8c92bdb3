#include "core/program/training_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/format/native/model_store.h"
#include "core/format/native/sha256.h"
#include "core/program/interrupt.h"
#include "core/program/progress.h"
#include "core/systems/registry.h"
#include "core/training/engine/checkpoint.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/run_log.h"
#include "core/training/engine/run_record.h"
#include "core/training/engine/trainer.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kMaxConfigNesting = 16;

// The hash of a file, or of the files of a folder, in the order of their names.
Result<FileHash> HashData(const std::string& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return HashFile(path);
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(path, failed)) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  FileHash all;
  std::string hashes;
  for (const std::string& file : files) {
    const Result<FileHash> hash = HashFile(file);
    if (!hash.ok()) return hash;
    all.bytes += hash.value().bytes;
    hashes += hash.value().sha256;
  }
  Result<std::string> hash = Sha256Hex(hashes);
  if (!hash.ok()) return hash.error();
  all.sha256 = std::move(hash).value();
  return all;
}

// Of the engine, not of a task.
Status ReadCheckpointOptions(const json& config, const std::string& name,
                             CheckpointOptions* options) {
  ConfigReader reader(config, name + ": checkpoints");
  reader.Count("keep", 1, 1000, &options->keep);
  reader.Count("every_steps", 0, std::uint64_t{1} << 53, &options->every_steps);
  reader.Number("every_minutes", 0, 1e6, &options->every_minutes);
  return reader.Finish();
}

// A model may be published, and the folders of a machine are its owner's.
ordered_json WithoutFolders(ordered_json config) {
  const auto shorten = [](ordered_json& path) {
    if (!path.is_string()) return;
    const fs::path file(path.get<std::string>());
    if (file.is_absolute()) path = file.filename().string();
  };
  for (const char* key : {"train", "dev", "vectors", "start", "held_out"}) {
    const auto path = config.find(key);
    if (path == config.end()) continue;
    shorten(*path);
    if (path->is_array()) std::for_each(path->begin(), path->end(), shorten);
  }
  return config;
}

class TrainingRun {
 public:
  TrainingRun(const TrainFlags& flags, Communicator& ranks)
      : flags_(flags), ranks_(ranks) {}

  Status Run() {
    if (Status ready = AgreeOn(Prepare(), ranks_); !ready.ok()) return ready;
    if (first_rank()) {
      fmt::print(stderr, "{}\n", task_->Summary());
    }
    if (flags_.dry_run) {
      if (first_rank()) {
        fmt::print("{}\n", DumpJson(resolved_, 2));
        fmt::print(stderr, "nothing was trained: --dry-run\n");
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
      if (first_rank()) fmt::print(stderr, "the model is in {}\n", Model());
      return {};
    }
    if (trained.error().code == ErrorCode::kInterrupted) {
      return Error{ErrorCode::kInterrupted,
                   "stopped; the same command with --resume goes on from here. "
                   "The model as it is now is in " +
                       Model()};
    }
    return Status(trained);
  }

 private:
  bool first_rank() const { return ranks_.rank() == 0; }
  std::string Inside(const char* name) const {
    return (fs::path(flags_.out) / name).string();
  }
  std::string Model() const { return Inside("model"); }
  std::string Checkpoints() const { return Inside("checkpoints"); }

  bool HasConfig() const { return !flags_.config.empty() || flags_.resume; }

  // The file, or how complaints call the options that stand for one.
  std::string ConfigName() const {
    if (!HasConfig()) return "the options";
    return flags_.config.empty() ? Inside("config.json") : flags_.config;
  }

  Result<json> ReadConfig(const std::string& name) const {
    if (!HasConfig()) return json::object();
    const Result<std::string> bytes = ReadFile(name);
    if (!bytes.ok()) return bytes.error();
    return ParseConfigJson(bytes.value(), name, kMaxConfigNesting);
  }

  // Reads everything, and changes nothing.
  Status Prepare() {
    if (Status free = CheckFolder(); !free.ok()) return free;
    const std::string name = ConfigName();
    Result<json> config = ReadConfig(name);
    if (!config.ok()) return config.error();
    if (Status made = ReadWithOverrides(
            config.value(), flags_.overrides,
            [&](const json& overridden) { return MakeTask(overridden, name); });
        !made.ok()) {
      return made;
    }
    resolved_ = task_->ResolvedConfig();
    ordered_json files;
    for (const DataFile& file : task_->Data()) {
      const Result<FileHash> hash = HashData(file.path);
      if (!hash.ok()) return hash.error();
      data_.push_back({{"key", file.key},
                       {"file", fs::path(file.path).filename().string()},
                       {"bytes", hash.value().bytes},
                       {"sha256", hash.value().sha256}});
      files[file.key] = hash.value().sha256;
    }
    identity_ = {{"config", resolved_}, {"SHA-256 of the data", files}};
    resolved_["checkpoints"] = {{"keep", checkpoints_.keep},
                                {"every_steps", checkpoints_.every_steps},
                                {"every_minutes", checkpoints_.every_minutes}};
    return {};
  }

  Status MakeTask(json config, const std::string& name) {
    const Result<const TrainableSystem*> system =
        FindTrainableSystem(config, name, flags_.task);
    if (!system.ok()) return system.error();
    config["task"] = system.value()->system->name;
    if (flags_.epochs) {
      if (Status set = ApplyOverrides(
              &config,
              {{system.value()->epochs_key, std::to_string(*flags_.epochs)}});
          !set.ok()) {
        return set;
      }
    }
    checkpoints_ = {};
    if (const auto part = config.find("checkpoints"); part != config.end()) {
      if (Status read = ReadCheckpointOptions(*part, name, &checkpoints_);
          !read.ok()) {
        return read;
      }
    }
    checkpoints_.folder = Checkpoints();
    // The grid of a sweep is no option of a run.
    for (const char* key : {"checkpoints", "sweep"}) config.erase(key);
    TaskInputs inputs{
        .config = config, .name = name, .files = flags_.files, .data = {}};
    inputs.data.max_errors = flags_.max_errors;
    inputs.data.on_skip = [this](const Error& error) {
      if (first_rank()) fmt::print(stderr, "skipped: {}\n", error.message);
    };
    Result<std::unique_ptr<TrainingTask>> task = system.value()->make(inputs);
    if (!task.ok()) return task.error();
    task_ = std::move(task).value();
    return {};
  }

  // An earlier run is neither mixed with this one nor lost.
  Status CheckFolder() const {
    std::error_code ignored;
    const bool has_model = fs::exists(fs::path(Model()) / kConfigFile, ignored);
    const bool has_checkpoints =
        !CheckpointStore(Checkpoints(), 1).Steps().empty();
    if (flags_.resume) {
      if (has_checkpoints || !has_model) return {};
      return Error{ErrorCode::kInvalidArgument,
                   Checkpoints() +
                       ": expected checkpoints to go on from, "
                       "found a model without any"};
    }
    if (flags_.overwrite || (!has_model && !has_checkpoints)) return {};
    return Error{ErrorCode::kInvalidArgument,
                 flags_.out + ": expected no " +
                     (has_model ? "model" : "checkpoints") +
                     " yet, found one of an earlier run; give --resume to go "
                     "on with it, --overwrite to replace it, or another --out"};
  }

  Status BeginFolder() {
    std::error_code failed;
    fs::create_directories(flags_.out, failed);
    if (failed) {
      return Error{ErrorCode::kIo, flags_.out + ": " + failed.message()};
    }
    const ordered_json record = {{"data", data_},
                                 {"program", GitRevision()},
                                 {"machine", MachineDescription()},
                                 {"threads", flags_.threads},
                                 {"ranks", ranks_.size()}};
    if (!flags_.resume) {
      // Nothing of an earlier run may be gone on from by mistake.
      fs::remove_all(Checkpoints(), failed);
      if (failed) {
        return Error{ErrorCode::kIo, Checkpoints() + ": " + failed.message()};
      }
      Result<RunLog> log = RunLog::Open(flags_.out);
      if (!log.ok()) return log.error();
      log_ = std::make_unique<RunLog>(std::move(log).value());
    } else {
      WarnOfOtherMachine(record);
    }
    for (const auto& [name, content] :
         {std::pair("config.json", resolved_), std::pair("run.json", record)}) {
      // What a run began with is what it is.
      if (flags_.resume && fs::exists(Inside(name), failed)) continue;
      if (Status written =
              WriteFileAtomically(Inside(name), DumpJson(content, 2) + "\n");
          !written.ok()) {
        return written;
      }
    }
    return {};
  }

  void WarnOfOtherMachine(const ordered_json& record) const {
    const Result<std::string> bytes = ReadFile(Inside("run.json"));
    if (!bytes.ok()) return;
    const ordered_json before =
        ordered_json::parse(bytes.value(), nullptr, false);
    if (!before.is_object()) return;
    for (const char* key : {"program", "machine"}) {
      if (before.value(key, ordered_json()) != record[key]) {
        fmt::print(stderr,
                   "the run began with another {}: the last bits of its "
                   "numbers may differ from an undisturbed run's\n",
                   key);
      }
    }
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
      // Killed before its first checkpoint, a run may have no log yet.
      Result<RunLog> log = step == 0 ? RunLog::Open(flags_.out)
                                     : RunLog::Resume(flags_.out, step);
      if (!log.ok()) return log.error();
      log_ = std::make_unique<RunLog>(std::move(log).value());
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
    hooks.on_model = [this]() -> Status {
      const Result<ModelFiles> files =
          task_->Save({{"config", WithoutFolders(task_->ResolvedConfig())}});
      if (!files.ok()) return files.error();
      return WriteModelFolder(Model(), files.value());
    };
    hooks.on_warning = [](const std::string& message) {
      fmt::print(stderr, "{}\n", message);
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
        fmt::format("{} {}/{}  loss {:.4f}{}  {} words/s  {} left",
                    progress.stage, progress.epoch, progress.epochs,
                    progress.loss, metric_, FormatCount(words / seconds),
                    FormatDuration(seconds * (1 - progress.share) / share)));
  }

  Status EndEpoch(const EpochReport& report) {
    const TrainingProgress& progress = report.progress;
    metric_ = "  dev " + task_->DescribeEvaluation(report.dev);
    line_->Show(fmt::format("{} {}/{}  loss {:.4f}{}{}", progress.stage,
                            progress.epoch, progress.epochs, progress.loss,
                            metric_, report.best ? "  *" : ""));
    line_ = std::make_unique<ProgressLine>();
    const double words = static_cast<double>(report.words);
    return log_->Write(
        {{"stage", progress.stage},
         {"epoch", progress.epoch},
         {"step", progress.step},
         {"loss", progress.loss},
         {"learning_rate", progress.learning_rate},
         {"seconds", progress.seconds},
         {"words_per_second", words / std::max(report.seconds, 1e-9)},
         {"best", report.best},
         {"criterion",
          {{"metric", report.criterion.metric},
           {"goal", report.criterion.larger_is_better ? "max" : "min"}}},
         {"dev", report.dev}});
  }

  const TrainFlags& flags_;
  Communicator& ranks_;
  std::unique_ptr<TrainingTask> task_;
  CheckpointOptions checkpoints_;
  ordered_json resolved_;
  ordered_json data_ = ordered_json::array();
  ordered_json identity_;
  std::unique_ptr<RunLog> log_;
  std::unique_ptr<ProgressLine> line_;
  std::string metric_;  // What dev said last.
  std::string stage_;
  TrainingProgress stage_start_;  // After its first step of this sitting.
};

}  // namespace

Status RunTraining(const TrainFlags& flags) {
  Result<std::unique_ptr<Communicator>> ranks = MakeCommunicator(0, nullptr);
  if (!ranks.ok()) return ranks.error();
  Status trained = TrainingRun(flags, *ranks.value()).Run();
  if (!trained.ok()) ranks.value()->GiveUp();
  return trained;
}

}  // namespace whylight
