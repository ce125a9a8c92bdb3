#include "core/systems/tagger/train/system.h"

#include "core/format/fields.h"
#include "core/systems/tagger/model.h"
#include "core/systems/tagger/system.h"
#include "core/systems/tagger/train/config.h"
#include "core/systems/tagger/train/data.h"
#include "core/systems/tagger/train/evaluation.h"
#include "core/systems/tagger/train/task.h"

namespace whylight {
namespace {

Result<nlohmann::ordered_json> EvaluateFile(const EvaluationInputs& inputs) {
  const Result<Tagger> model = LoadFrom<Tagger>(inputs.models.front());
  if (!model.ok()) return model.error();
  const TaggerOptions& options = model.value().options();
  const Result<TaggedFiles> file =
      ReadTagged({inputs.data}, inputs.reading, options.bio);
  if (!file.ok()) return file.error();
  const Result<TaggedSentences> texts =
      ToTagged(file.value(), model.value().vocabulary(), options);
  if (!texts.ok()) return texts.error();
  return EvaluateTagger(model.value(), texts.value(), inputs.pool,
                        inputs.progress);
}

}  // namespace

const TrainableSystem& TrainableTagger() {
  static const TrainableSystem system = {
      .system = &TaggerSystem(),
      .make = TaggerTask::Make,
      .epochs_key = "training.epochs",
      .config = []() -> const FieldTable& { return TaggerFields(); },
      .evaluate = EvaluateFile};
  return system;
}

}  // namespace whylight
