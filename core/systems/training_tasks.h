// Every task that can be trained, by its name in a config.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

struct TrainingTaskKind {
  std::string name;  ///< "rationale", say.
  /// Reads everything that the config names.
  Result<std::unique_ptr<TrainingTask>> (*make)(const TaskInputs& inputs);
  /// The key of the epochs of the first stage: what --epochs sets.
  std::string epochs_key;
};

const std::vector<TrainingTaskKind>& TrainingTaskKinds();

/// The kind that the config's "task" names, or else `flag`: what was given as
/// --task, or nothing. "lm" is short for "language-model". Fails where both
/// name one and they differ; `name` is how complaints call the config.
Result<TrainingTaskKind> FindTrainingTask(const nlohmann::json& config,
                                          const std::string& name,
                                          const std::string& flag);

}  // namespace whylight
