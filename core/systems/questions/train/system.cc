#include "core/systems/questions/train/system.h"

#include "core/format/fields.h"
#include "core/systems/questions/system.h"
#include "core/systems/questions/train/config.h"
#include "core/systems/questions/train/evaluate.h"
#include "core/systems/questions/train/task.h"

namespace whylight {

const TrainableSystem& TrainableQuestions() {
  static const TrainableSystem system = {
      .system = &QuestionsSystem(),
      .make = RetrieverTask::Make,
      .epochs_key = "training.epochs",
      .config = []() -> const FieldTable& { return RetrieverFields(); },
      .evaluate = EvaluateRetriever,
      .evaluation_options = &RetrieverEvaluationFields()};
  return system;
}

}  // namespace whylight
