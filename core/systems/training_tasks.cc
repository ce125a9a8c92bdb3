#include "core/systems/training_tasks.h"

#include "core/format/json.h"
#include "core/systems/classifier/train/task.h"
#include "core/systems/language_model/train/task.h"
#include "core/systems/rationale/train/task.h"

namespace whylight {

const std::vector<TrainingTaskKind>& TrainingTaskKinds() {
  static const std::vector<TrainingTaskKind> kinds = {
      {"rationale", &RationaleTask::Make, "selection.epochs"},
      {"classifier", &ClassifierTask::Make, "training.epochs"},
      {"language-model", &LanguageModelTask::Make, "predict.epochs"}};
  return kinds;
}

namespace {

// `where` is how complaints call the place that `task` comes from.
Result<TrainingTaskKind> FindByName(const std::string& task,
                                    const std::string& where) {
  const std::string name = task == "lm" ? "language-model" : task;
  std::string names;
  for (const TrainingTaskKind& kind : TrainingTaskKinds()) {
    if (name == kind.name) return kind;
    names.append(names.empty() ? "" : ", ").append(Quote(kind.name));
  }
  return Error{ErrorCode::kInvalidArgument,
               where + ": expected one of " + names + ", found " + Quote(task)};
}

}  // namespace

Result<TrainingTaskKind> FindTrainingTask(const nlohmann::json& config,
                                          const std::string& name,
                                          const std::string& flag) {
  if (!config.is_object()) {
    return Error{ErrorCode::kInvalidArgument,
                 name + ": expected an object, found " + DumpJson(config)};
  }
  const auto task = config.find("task");
  if (task == config.end()) {
    if (!flag.empty()) return FindByName(flag, "--task");
    return Error{ErrorCode::kInvalidArgument,
                 name + ": expected \"task\", or --task, found none"};
  }
  if (!task->is_string()) {
    return Error{
        ErrorCode::kInvalidArgument,
        name + ": \"task\": expected a text, found " + DumpJson(*task)};
  }
  Result<TrainingTaskKind> kind =
      FindByName(task->get<std::string>(), name + ": \"task\"");
  if (!kind.ok() || flag.empty()) return kind;
  const Result<TrainingTaskKind> given = FindByName(flag, "--task");
  if (!given.ok() || given.value().name == kind.value().name) return given;
  return Error{ErrorCode::kInvalidArgument,
               "--task: expected " + Quote(kind.value().name) +
                   ", the task of " + name + ", found " + Quote(flag)};
}

}  // namespace whylight
