#include "core/systems/language_id/train/system.h"

#include "core/format/fields.h"
#include "core/systems/language_id/system.h"
#include "core/systems/language_id/train/config.h"
#include "core/systems/language_id/train/task.h"

namespace whylight {

const TrainableSystem& TrainableLanguageId() {
  static const TrainableSystem system = {
      &LanguageIdSystem(), LanguageIdTask::Make, "training.epochs",
      []() -> const FieldTable& { return LanguageIdFields(); }};
  return system;
}

}  // namespace whylight
