#include "core/systems/rationale/train/system.h"

#include "core/format/fields.h"
#include "core/systems/rationale/fast/system.h"
#include "core/systems/rationale/train/config.h"
#include "core/systems/rationale/train/evaluate.h"
#include "core/systems/rationale/train/task.h"

namespace whylight {

const TrainableSystem& TrainableRationale() {
  static const TrainableSystem system = {
      .system = &FastRationaleSystem(),
      .make = RationaleTask::Make,
      .epochs_key = "selection.epochs",
      .config = []() -> const FieldTable& { return RationaleFields(); },
      .evaluate = EvaluateReviews,
      .evaluation_options = &RationaleEvaluationFields()};
  return system;
}

}  // namespace whylight
