#include "core/train/training_tasks.h"

#include "core/format/json.h"
#include "core/train/classifier/classifier_task.h"
#include "core/train/language_model/language_model_task.h"
#include "core/train/rationale/rationale_task.h"

namespace whylight {

const std::vector<TrainingTaskKind>& TrainingTaskKinds() {
  static const std::vector<TrainingTaskKind> kinds = {
      {"rationale", &RationaleTask::Make, "selection.epochs"},
      {"classifier", &ClassifierTask::Make, "training.epochs"},
      {"language-model", &LanguageModelTask::Make, "predict.epochs"}};
  return kinds;
}

Result<TrainingTaskKind> FindTrainingTask(const nlohmann::json& config,
                                          const std::string& name) {
  if (!config.is_object()) {
    return Error{ErrorCode::kInvalidArgument,
                 name + ": expected an object, found " + DumpJson(config)};
  }
  const auto found = config.find("task");
  std::string names;
  for (const TrainingTaskKind& kind : TrainingTaskKinds()) {
    if (found != config.end() && *found == kind.name) return kind;
    names.append(names.empty() ? "" : ", ").append(Quote(kind.name));
  }
  return Error{ErrorCode::kInvalidArgument,
               name + ": \"task\": expected one of " + names + ", found " +
                   (found == config.end() ? "none" : DumpJson(*found))};
}

}  // namespace whylight
