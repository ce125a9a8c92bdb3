#include "core/training/engine/run_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/format/native/model_store.h"
#include "core/training/engine/checkpoint.h"
#include "core/training/engine/run_record.h"

namespace whylight {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

ordered_json EpochRecord(const EpochReport& report) {
  const TrainingProgress& progress = report.progress;
  return {{"stage", progress.stage},
          {"epoch", progress.epoch},
          {"step", progress.step},
          {"loss", progress.loss},
          {"learning_rate", progress.learning_rate},
          {"seconds", progress.seconds},
          {"words_per_second",
           static_cast<double>(report.words) / std::max(report.seconds, 1e-9)},
          {"best", report.best},
          {"criterion",
           {{"metric", report.criterion.metric},
            {"goal", report.criterion.larger_is_better ? "max" : "min"}}},
          {"dev", report.dev}};
}

}  // namespace

RunFolder::RunFolder(std::string path, EarlierRun earlier)
    : path_(std::move(path)), earlier_(earlier) {}

std::string RunFolder::Inside(const char* name) const {
  return (fs::path(path_) / name).string();
}

ordered_json RunFolder::Record() const {
  const Result<std::string> bytes = ReadFile(Inside("run.json"));
  if (!bytes.ok()) return {};
  ordered_json record = ordered_json::parse(bytes.value(), nullptr, false);
  const bool of_run = record.is_object() && record.contains("program") &&
                      record.contains("machine");
  return of_run ? record : ordered_json();
}

bool RunFolder::HasRun() const { return !Record().is_null(); }

std::string RunFolder::FindFileInTheWay() const {
  std::error_code ignored;
  for (const char* name :
       {"config.json", "run.json", "log.jsonl", "log.csv", "model/config.json",
        "model/model.safetensors", "model/vocab.txt"}) {
    if (fs::exists(Inside(name), ignored)) return name;
  }
  const std::string other = CheckpointStore(checkpoints(), 1).FindOtherFile();
  return other.empty() ? "" : "checkpoints/" + other;
}

Status RunFolder::Check() const {
  std::error_code ignored;
  const bool has_model = fs::exists(fs::path(model()) / kConfigFile, ignored);
  const bool has_checkpoints =
      !CheckpointStore(checkpoints(), 1).Steps().empty();
  switch (earlier_) {
    case EarlierRun::kReplace:
      return {};
    case EarlierRun::kResume:
      if (has_checkpoints) return {};
      if (!has_model) break;
      return Error{ErrorCode::kInvalidArgument,
                   checkpoints() +
                       ": expected checkpoints to go on from, "
                       "found a model without any"};
    case EarlierRun::kRefuse:
      if (!has_model && !has_checkpoints) break;
      return Error{ErrorCode::kInvalidArgument,
                   path_ + ": expected no " +
                       (has_model ? "model" : "checkpoints") +
                       " yet, found one of an earlier run; give --resume to go "
                       "on with it, --overwrite to replace it, or another "
                       "--out"};
  }
  // A run that was killed before its first checkpoint leaves its record.
  if (HasRun()) return {};
  const std::string found = FindFileInTheWay();
  if (found.empty()) return {};
  return Invalid(path_ + ": expected nothing yet where a run writes, found " +
                 Quote(found) +
                 ", which is of no run; give another --out, or --overwrite to "
                 "write there all the same");
}

Status RunFolder::Lock() {
  std::error_code ignored;
  if (lock_ || !fs::is_directory(path_, ignored)) return {};
  Result<WriterLock> lock = WriterLock::TakeFolder(path_);
  if (!lock.ok()) return lock.error();
  lock_.emplace(std::move(lock).value());
  return {};
}

Status RunFolder::Begin(const ordered_json& config,
                        const ordered_json& record) {
  std::error_code failed;
  fs::create_directories(path_, failed);
  if (failed) return Error{ErrorCode::kIo, path_ + ": " + failed.message()};
  if (Status locked = Lock(); !locked.ok()) return locked;
  // Another run may have been here since the first look.
  if (Status free = Check(); !free.ok()) return free;
  for (const char* name :
       {"model", "config.json", "run.json", "log.jsonl", "log.csv"}) {
    RemoveTemporarySiblings(Inside(name));
  }
  const bool resumes = earlier_ == EarlierRun::kResume;
  if (!resumes) {
    // Nothing of an earlier run may be gone on from by mistake.
    Status cleared = CheckpointStore(checkpoints(), 1).Clear();
    if (!cleared.ok()) return cleared;
  }
  // Nor may its model be taken for this run's. Without a config it is none.
  // What is none is replaced: it is of this run, or was to be overwritten.
  if (!resumes || !CheckModelPlace(model()).ok()) {
    for (const std::string_view name : {kConfigFile, kVocabularyFile}) {
      const std::string old = (fs::path(model()) / name).string();
      fs::remove(old, failed);
      if (failed) return IoError(old, "cannot be removed", failed.value());
    }
  }
  // The record first: whatever else is there belongs to a run from then on.
  // Where there is one, the config first: that of an earlier run must not
  // become this one's.
  std::array files = {std::pair(Inside("run.json"), record),
                      std::pair(this->config(), config)};
  if (HasRun()) std::swap(files[0], files[1]);
  // Without a checkpoint the run begins anew, perhaps with another config.
  const bool goes_on =
      resumes && !CheckpointStore(checkpoints(), 1).Steps().empty();
  for (const auto& [name, content] : files) {
    if (goes_on && fs::exists(name, failed)) continue;
    Status written = WriteFileAtomically(name, DumpJson(content, 2) + "\n");
    if (!written.ok()) return written;
  }
  if (resumes) return {};
  Result<RunLog> log = RunLog::Open(path_);
  if (!log.ok()) return log.error();
  log_ = std::move(log).value();
  return {};
}

std::vector<std::string> RunFolder::ChangedSinceBegun(
    const ordered_json& record) const {
  const ordered_json before = Record();
  std::vector<std::string> changed;
  for (const char* key : {"program", "machine"}) {
    if (!before.is_null() && before[key] != record[key]) {
      changed.emplace_back(key);
    }
  }
  return changed;
}

std::string RunFolder::DataChangedSinceBegun(const ordered_json& data) const {
  const ordered_json before = Record();
  const auto began_with = before.find("data");
  if (began_with == before.end()) return "";
  return FindDifference(RunIdentity({}, *began_with), RunIdentity({}, data));
}

Status RunFolder::ResumeLog(std::uint64_t step) {
  // Killed before its first checkpoint, a run may have no log yet.
  Result<RunLog> log =
      step == 0 ? RunLog::Open(path_) : RunLog::Resume(path_, step);
  if (!log.ok()) return log.error();
  log_ = std::move(log).value();
  return {};
}

Status RunFolder::LogEpoch(const EpochReport& report) {
  return log_->Write(EpochRecord(report));
}

Result<std::vector<ordered_json>> RunFolder::ReadLog() const {
  return ReadRunLog(Inside("log.jsonl"));
}

Status RunFolder::KeepModel(TrainingTask& task) const {
  const Result<ModelFiles> files =
      task.Save({{"config", WithoutFolders(task.ResolvedConfig())}});
  if (!files.ok()) return files.error();
  return WriteModelFolder(model(), files.value());
}

ordered_json WithoutFolders(ordered_json config) {
  if (config.is_structured()) {
    for (ordered_json& part : config) part = WithoutFolders(std::move(part));
  } else if (config.is_string()) {
    // "/folder/" has no file name of its own.
    const fs::path path(config.get_ref<const std::string&>());
    if (path.is_absolute()) {
      config =
          (path.has_filename() ? path : path.parent_path()).filename().string();
    }
  }
  return config;
}

}  // namespace whylight
