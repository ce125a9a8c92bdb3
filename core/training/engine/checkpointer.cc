#include "core/training/engine/checkpointer.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/training/engine/run_record.h"
#include "core/training/engine/shards.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr const char* kName = "checkpoint";

}  // namespace

Checkpointer::Checkpointer(const CheckpointOptions& options,
                           const ordered_json& run, Communicator& ranks)
    : options_(options),
      run_(run),
      ranks_(ranks),
      store_(options.folder, options.keep) {}

Status Checkpointer::GatherCarriedState(Stage& stage) const {
  const ShardRange own = ShardRange::Of(ranks_);
  for (std::size_t s = 0; s < kShards; ++s) {
    const auto owner = static_cast<int>(s / own.count);
    if (owner == 0) continue;
    for (Parameter* each : stage.CarriedState(s)) {
      const std::size_t size =
          static_cast<std::size_t>(each->value.size()) * sizeof(Real);
      if (ranks_.rank() == owner) {
        const std::string bytes(
            reinterpret_cast<const char*>(each->value.data()), size);
        if (Status sent = ranks_.Send(bytes, 0); !sent.ok()) return sent;
      } else if (first_rank()) {
        const Result<std::string> bytes = ranks_.Receive(owner);
        if (!bytes.ok()) return bytes.error();
        std::copy(bytes.value().begin(), bytes.value().end(),
                  reinterpret_cast<char*>(each->value.data()));
      }
    }
  }
  return {};
}

Status Checkpointer::Write(const TrainingPosition& position,
                           const std::vector<Parameter*>& tensors, Stage* stage,
                           bool keeps_best) {
  if (!keeps_files() && !keeps_best) return {};
  if (stage != nullptr) {
    if (Status gathered = GatherCarriedState(*stage); !gathered.ok()) {
      return gathered;
    }
  }
  Status written;
  const Result<std::string> bytes =
      SerializeCheckpoint(position, run_, {tensors.begin(), tensors.end()});
  if (!bytes.ok()) {
    written = bytes.error();
  } else {
    if (keeps_best) best_ = bytes.value();
    if (first_rank() && keeps_files()) {
      KeepFileOfBest(position);
      written = store_.Write(position.step, bytes.value(), best_steps_);
    }
  }
  last_ = Clock::now();
  return AgreeOn(written, ranks_);
}

void Checkpointer::KeepFileOfBest(const TrainingPosition& position) {
  if (!position.best) return;
  best_steps_.push_back(position.best->step);
  const auto keep = static_cast<std::size_t>(std::max(1, options_.keep));
  if (best_steps_.size() > keep) best_steps_.erase(best_steps_.begin());
}

Result<bool> Checkpointer::Due(std::uint64_t step) {
  if (!keeps_files()) return false;
  if (options_.every_steps > 0 && step % options_.every_steps == 0) return true;
  const std::chrono::duration<double, std::ratio<60>> minutes =
      Clock::now() - last_;
  // Ranks have clocks of their own.
  return AnyRank(
      options_.every_minutes > 0 && minutes.count() > options_.every_minutes,
      ranks_);
}

std::string Checkpointer::FindOtherRun(const CheckpointHeader& header) const {
  const auto renew = [this](const ordered_json& run) {
    return options_.renew ? options_.renew(run) : run;
  };
  return FindDifference(renew(header.run), renew(run_));
}

Result<std::pair<std::string, std::string>> Checkpointer::ReadWhole(
    std::uint64_t step,
    const std::function<bool(const TrainingPosition&)>& goes_back) const {
  Result<std::string> bytes = store_.Read(step);
  if (!bytes.ok()) return bytes.error();
  const Result<CheckpointHeader> header =
      ReadCheckpoint(bytes.value(), store_.Path(step));
  if (!header.ok()) return header.error();
  const TrainingPosition& position = header.value().position;
  std::string best;
  // Of another run nothing else is read: it has no such stages.
  if (position.best && FindOtherRun(header.value()).empty() &&
      goes_back(position)) {
    const std::uint64_t best_step = position.best->step;
    Result<std::string> file = store_.Read(best_step);
    if (!file.ok()) return file.error();
    const Result<CheckpointHeader> whole =
        ReadCheckpoint(file.value(), store_.Path(best_step));
    if (!whole.ok()) return whole.error();
    best = std::move(file).value();
  }
  return std::pair(std::move(bytes).value(), std::move(best));
}

Status Checkpointer::ReadNewestWhole(
    const std::function<bool(const TrainingPosition&)>& goes_back,
    const std::function<void(const std::string&)>& warn) {
  Status failed;
  if (first_rank()) {
    const std::vector<std::uint64_t> steps = store_.Steps();
    for (std::size_t i = steps.size(); i-- > 0 && resumed_.empty();) {
      Result<std::pair<std::string, std::string>> read =
          ReadWhole(steps[i], goes_back);
      if (read.ok()) {
        std::tie(resumed_, best_) = std::move(read).value();
      } else if (warn) {
        warn(read.error().message + "; going back to the checkpoint before it");
      }
    }
    if (resumed_.empty() && !steps.empty()) {
      failed = Error{ErrorCode::kBadData,
                     options_.folder +
                         ": expected a checkpoint that can be read, found " +
                         std::to_string(steps.size()) + " that cannot"};
    }
  }
  if (Status agreed = AgreeOn(failed, ranks_); !agreed.ok()) return agreed;
  if (Status told = ranks_.Broadcast(&resumed_); !told.ok()) return told;
  return ranks_.Broadcast(&best_);
}

Result<std::optional<TrainingPosition>> Checkpointer::Resume(
    const std::function<bool(const TrainingPosition&)>& goes_back,
    const std::function<void(const std::string&)>& warn) {
  if (Status read = ReadNewestWhole(goes_back, warn); !read.ok()) {
    return read.error();
  }
  if (resumed_.empty()) return std::optional<TrainingPosition>();
  const Result<CheckpointHeader> header = ReadCheckpoint(resumed_, kName);
  if (!header.ok()) return header.error();
  if (const std::string difference = FindOtherRun(header.value());
      !difference.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "cannot go on with the run: " + difference};
  }
  const TrainingPosition& position = header.value().position;
  KeepFileOfBest(position);
  return std::optional(position);
}

Status Checkpointer::RestoreResumed(
    const std::vector<Parameter*>& tensors) const {
  if (resumed_.empty()) return {};
  return RestoreTensors(resumed_, kName, tensors);
}

Result<std::optional<TrainingPosition>> Checkpointer::GoBack(
    const std::vector<Parameter*>& tensors) const {
  if (best_.empty()) return std::optional<TrainingPosition>();
  constexpr const char* kBest = "the best epoch's checkpoint";
  const Result<CheckpointHeader> header = ReadCheckpoint(best_, kBest);
  if (!header.ok()) return header.error();
  if (Status restored = RestoreTensors(best_, kBest, tensors); !restored.ok()) {
    return restored.error();
  }
  return std::optional(header.value().position);
}

std::string Checkpointer::LastGood() const {
  const std::vector<std::uint64_t> steps =
      keeps_files() ? store_.Steps() : std::vector<std::uint64_t>{};
  if (steps.empty()) return "";
  return "; the last good checkpoint is that of step " +
         std::to_string(steps.back());
}

}  // namespace whylight
