#include "core/systems/language_model/train/system.h"

#include "core/systems/language_model/system.h"
#include "core/systems/language_model/train/task.h"

namespace whylight {

const TrainableSystem& TrainableLanguageModel() {
  static const TrainableSystem system = {
      &LanguageModelSystem(), LanguageModelTask::Make, "predict.epochs", "lm"};
  return system;
}

}  // namespace whylight
