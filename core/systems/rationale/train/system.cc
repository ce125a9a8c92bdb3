#include "core/systems/rationale/train/system.h"

#include "core/format/fields.h"
#include "core/systems/rationale/fast/system.h"
#include "core/systems/rationale/train/config.h"
#include "core/systems/rationale/train/task.h"

namespace whylight {

const TrainableSystem& TrainableRationale() {
  static const TrainableSystem system = {
      &FastRationaleSystem(), RationaleTask::Make, "selection.epochs",
      []() -> const FieldTable& { return RationaleFields(); }};
  return system;
}

}  // namespace whylight
