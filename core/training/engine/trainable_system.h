// A system that can be trained: what it has besides its questions.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/model/system.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

class FieldTable;

struct TrainableSystem {
  const System* system;
  /// Reads everything that the config names.
  Result<std::unique_ptr<TrainingTask>> (*make)(const TaskInputs& inputs);
  /// The key of the epochs of the first stage: what --epochs sets.
  std::string epochs_key;
  /// The keys of its configs.
  const FieldTable& (*config)();
  std::string short_name = {};  ///< Of its task, in configs; "lm", say.
};

}  // namespace whylight
