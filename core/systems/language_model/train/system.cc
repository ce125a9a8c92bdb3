#include "core/systems/language_model/train/system.h"

#include "core/format/fields.h"
#include "core/systems/language_model/system.h"
#include "core/systems/language_model/train/config.h"
#include "core/systems/language_model/train/task.h"

namespace whylight {

const TrainableSystem& TrainableLanguageModel() {
  static const TrainableSystem system = {
      &LanguageModelSystem(), LanguageModelTask::Make, "predict.epochs",
      []() -> const FieldTable& { return LanguageModelFields(); }, "lm"};
  return system;
}

}  // namespace whylight
