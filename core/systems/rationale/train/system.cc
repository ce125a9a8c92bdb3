#include "core/systems/rationale/train/system.h"

#include "core/systems/rationale/fast/system.h"
#include "core/systems/rationale/train/task.h"

namespace whylight {

const TrainableSystem& TrainableRationale() {
  static const TrainableSystem system = {
      &FastRationaleSystem(), RationaleTask::Make, "selection.epochs"};
  return system;
}

}  // namespace whylight
