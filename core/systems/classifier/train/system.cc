#include "core/systems/classifier/train/system.h"

#include "core/format/fields.h"
#include "core/systems/classifier/system.h"
#include "core/systems/classifier/train/config.h"
#include "core/systems/classifier/train/task.h"

namespace whylight {

const TrainableSystem& TrainableClassifier() {
  static const TrainableSystem system = {
      &ClassifierSystem(), ClassifierTask::Make, "training.epochs",
      []() -> const FieldTable& { return ClassifierFields(); }};
  return system;
}

}  // namespace whylight
