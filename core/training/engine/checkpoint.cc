#include "core/training/engine/checkpoint.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <system_error>
#include <type_traits>
#include <utility>

#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/format/native/sha256.h"
#include "core/format/safetensors.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::string_view kPrefix = "step-";
constexpr std::string_view kSuffix = ".safetensors";

// "step-0000000012.safetensors".
std::string NameOf(std::uint64_t step) {
  std::string name = std::to_string(step);
  name.insert(0, 10 - std::min<std::size_t>(10, name.size()), '0');
  return name.insert(0, kPrefix).append(kSuffix);
}

// The step in the name of a checkpoint.
std::optional<std::uint64_t> StepIn(std::string_view name) {
  if (!name.starts_with(kPrefix)) return {};
  std::uint64_t step = 0;
  const auto read = std::from_chars(name.data() + kPrefix.size(),
                                    name.data() + name.size(), step);
  if (read.ec != std::errc() || name != NameOf(step)) return {};
  return step;
}

// Whether it is a checkpoint that was being written (TemporarySibling).
bool IsHalfWritten(std::string_view name) {
  return name.starts_with("." + std::string(kPrefix)) && name.ends_with(".tmp");
}

void RemoveHalfWritten(const std::string& folder) {
  std::vector<fs::path> left;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (IsHalfWritten(entry.path().filename().string())) {
      left.push_back(entry.path());
    }
  }
  for (const fs::path& each : left) fs::remove(each, ignored);
}

ordered_json ToJson(const TrainingPosition& position) {
  ordered_json json = {{"step", position.step},
                       {"stage", position.stage},
                       {"stage_batches", position.stage_batches},
                       {"epoch", position.epoch},
                       {"batch", position.batch},
                       {"updates", position.updates},
                       {"loss_sum", position.loss_sum},
                       {"words", position.words},
                       {"seconds", position.seconds},
                       {"epochs_since_best", position.epochs_since_best},
                       {"reversions", position.reversions},
                       {"finished", position.finished}};
  if (position.best) {
    json["best"] = {{"value", position.best->value},
                    {"epoch", position.best->epoch},
                    {"step", position.best->step}};
  }
  return json;
}

// Sets `number` to what is under `key`; false unless that is a number of its
// type. A double that was not finite is null.
template <typename Number>
bool Read(const ordered_json& json, const char* key, Number* number) {
  const auto found = json.find(key);
  if (found == json.end()) return false;
  if constexpr (std::is_same_v<Number, bool>) {
    if (!found->is_boolean()) return false;
  } else if constexpr (std::is_floating_point_v<Number>) {
    *number = std::numeric_limits<Number>::quiet_NaN();
    if (found->is_null()) return true;
    if (!found->is_number()) return false;
  } else {
    if (!found->is_number_unsigned() ||
        found->get<std::uint64_t>() > std::numeric_limits<Number>::max()) {
      return false;
    }
  }
  *number = found->get<Number>();
  return true;
}

bool Read(const ordered_json& json, BestEpoch* best) {
  return Read(json, "value", &best->value) &&
         Read(json, "epoch", &best->epoch) && Read(json, "step", &best->step);
}

// The position in the state of a checkpoint, if all of it is there.
std::optional<TrainingPosition> ReadPosition(const ordered_json& state) {
  const auto json = state.find("position");
  TrainingPosition position;
  if (json == state.end() || !json->is_object() ||
      !Read(*json, "step", &position.step) ||
      !Read(*json, "stage", &position.stage) ||
      !Read(*json, "stage_batches", &position.stage_batches) ||
      !Read(*json, "epoch", &position.epoch) ||
      !Read(*json, "batch", &position.batch) ||
      !Read(*json, "updates", &position.updates) ||
      !Read(*json, "loss_sum", &position.loss_sum) ||
      !Read(*json, "words", &position.words) ||
      !Read(*json, "seconds", &position.seconds) ||
      !Read(*json, "epochs_since_best", &position.epochs_since_best) ||
      !Read(*json, "reversions", &position.reversions) ||
      !Read(*json, "finished", &position.finished)) {
    return std::nullopt;
  }
  if (const auto best = json->find("best"); best != json->end()) {
    if (!best->is_object() || !Read(*best, &position.best.emplace())) {
      return std::nullopt;
    }
  }
  return position;
}

// Of everything a checkpoint says: metadata, names, shapes and numbers.
Result<std::string> HashOf(const std::string& state,
                           const std::vector<Tensor>& tensors) {
  std::map<std::string, const Tensor*> by_name;
  for (const Tensor& tensor : tensors) by_name[tensor.name] = &tensor;
  std::string all = state;
  for (const auto& [name, tensor] : by_name) {
    const Result<std::string> hash = Sha256Hex(tensor->bytes);
    if (!hash.ok()) return hash;
    all.append("\n").append(name);
    for (const std::size_t size : tensor->shape) {
      all.append(" ").append(std::to_string(size));
    }
    all.append(" ").append(hash.value());
  }
  return Sha256Hex(all);
}

Error Damaged(const std::string& name, const std::string& why) {
  return {ErrorCode::kBadData, name + ": expected a whole checkpoint, " + why};
}

}  // namespace

Result<std::string> SerializeCheckpoint(
    const TrainingPosition& position, const ordered_json& run,
    const std::vector<const Parameter*>& tensors) {
  std::vector<Tensor> parts;
  for (const Parameter* tensor : tensors) {
    const Matrix& value = tensor->value;
    parts.push_back(
        {.name = tensor->name,
         .dtype = sizeof(Real) == sizeof(double) ? Dtype::kF64 : Dtype::kF32,
         .shape = {static_cast<std::size_t>(value.rows()),
                   static_cast<std::size_t>(value.cols())},
         .bytes = {reinterpret_cast<const char*>(value.data()),
                   static_cast<std::size_t>(value.size()) * sizeof(Real)}});
  }
  const std::string state = DumpJson(ordered_json{
      {"version", kVersion}, {"position", ToJson(position)}, {"run", run}});
  const Result<std::string> hash = HashOf(state, parts);
  if (!hash.ok()) return hash;
  return SerializeSafetensors(std::move(parts),
                              {{"state", state}, {"sha256", hash.value()}});
}

Result<CheckpointHeader> ReadCheckpoint(std::string_view bytes,
                                        const std::string& name) {
  const Result<SafetensorsView> view = SafetensorsView::Parse(bytes, name);
  if (!view.ok()) return Error{ErrorCode::kBadData, view.error().message};
  const auto& metadata = view.value().metadata();
  const auto state = metadata.find("state");
  const auto hash = metadata.find("sha256");
  if (state == metadata.end() || hash == metadata.end()) {
    return Damaged(name, "found a file without state and hash");
  }
  const Result<std::string> found =
      HashOf(state->second, view.value().tensors());
  if (!found.ok()) return found.error();
  if (found.value() != hash->second) {
    return Damaged(name, "found other numbers than its hash tells");
  }
  // A hash tells what is damaged, not what was made up.
  const ordered_json json = ordered_json::parse(state->second, nullptr, false);
  if (!json.is_object() || !json.contains("version") ||
      json["version"] != kVersion) {
    return Error{ErrorCode::kBadData,
                 name + ": expected a checkpoint of version " +
                     std::to_string(kVersion) + ", found another"};
  }
  std::optional<TrainingPosition> position = ReadPosition(json);
  if (!position || !json.contains("run")) {
    return Damaged(name, "found one without its position or its run");
  }
  return CheckpointHeader{std::move(*position), json["run"]};
}

Status RestoreTensors(std::string_view bytes, const std::string& name,
                      const std::vector<Parameter*>& tensors) {
  const Result<SafetensorsView> view = SafetensorsView::Parse(bytes, name);
  if (!view.ok()) return view.error();
  for (const Parameter* tensor : tensors) {
    const Tensor* found = view.value().Find(tensor->name);
    const auto size = static_cast<std::size_t>(tensor->value.size());
    if (found == nullptr || found->bytes.size() != size * sizeof(Real)) {
      return Error{ErrorCode::kBadData,
                   name + ": expected " + std::to_string(size) +
                       " numbers of " + tensor->name + ", found " +
                       (found == nullptr ? "none" : "another size")};
    }
  }
  for (Parameter* tensor : tensors) {
    const Tensor* found = view.value().Find(tensor->name);
    std::copy(found->bytes.begin(), found->bytes.end(),
              reinterpret_cast<char*>(tensor->value.data()));
  }
  return {};
}

std::string CheckpointStore::Path(std::uint64_t step) const {
  return (fs::path(folder_) / NameOf(step)).string();
}

std::vector<std::uint64_t> CheckpointStore::Steps() const {
  std::vector<std::uint64_t> steps;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
    const auto step = StepIn(entry.path().filename().string());
    if (step) steps.push_back(*step);
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

std::string CheckpointStore::FindOtherFile() const {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!StepIn(name) && !IsHalfWritten(name)) return name;
  }
  return "";
}

Status CheckpointStore::Clear() const {
  for (const std::uint64_t step : Steps()) {
    std::error_code failed;
    fs::remove(Path(step), failed);
    if (failed)
      return Error{ErrorCode::kIo, Path(step) + ": " + failed.message()};
  }
  RemoveHalfWritten(folder_);
  return {};
}

Status CheckpointStore::Write(
    std::uint64_t step, std::string_view bytes,
    const std::vector<std::uint64_t>& best_steps) const {
  std::error_code failed;
  fs::create_directories(folder_, failed);
  if (failed) {
    return Error{ErrorCode::kIo, folder_ + ": " + failed.message()};
  }
  if (Status written = WriteFileAtomically(Path(step), bytes); !written.ok()) {
    return written;
  }
  const std::vector<std::uint64_t> steps = Steps();
  // A step beyond this one is left from a run that has been taken further back.
  std::vector<std::uint64_t> kept(
      steps.begin(), std::upper_bound(steps.begin(), steps.end(), step));
  const auto last = static_cast<std::ptrdiff_t>(std::max(keep_, 1));
  kept.erase(kept.begin(), kept.end() - std::min(last, std::ssize(kept)));
  kept.insert(kept.end(), best_steps.begin(), best_steps.end());
  for (const std::uint64_t each : steps) {
    if (std::find(kept.begin(), kept.end(), each) == kept.end()) {
      fs::remove(Path(each), failed);
    }
  }
  RemoveHalfWritten(folder_);
  return {};
}

Result<std::string> CheckpointStore::Read(std::uint64_t step) const {
  return ReadFile(Path(step));
}

}  // namespace whylight
