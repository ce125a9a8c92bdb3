#include "core/systems/parser/train/system.h"

#include "core/format/fields.h"
#include "core/systems/parser/model.h"
#include "core/systems/parser/system.h"
#include "core/systems/parser/train/config.h"
#include "core/systems/parser/train/data.h"
#include "core/systems/parser/train/evaluation.h"
#include "core/systems/parser/train/task.h"

namespace whylight {
namespace {

Result<nlohmann::ordered_json> EvaluateFile(const EvaluationInputs& inputs) {
  const Result<Parser> model = LoadFrom<Parser>(inputs.models.front());
  if (!model.ok()) return model.error();
  const Result<ParsedFile> file =
      ReadParsed(inputs.data, inputs.reading, model.value().options().tags.use);
  if (!file.ok()) return file.error();
  const Result<ParsedSentences> texts = ToParsed(
      file.value(), model.value().vocabulary(), model.value().options());
  if (!texts.ok()) return texts.error();
  return EvaluateParser(model.value(), texts.value(), inputs.pool,
                        inputs.progress);
}

}  // namespace

const TrainableSystem& TrainableParser() {
  static const TrainableSystem system = {
      .system = &ParserSystem(),
      .make = ParserTask::Make,
      .epochs_key = "training.epochs",
      .config = []() -> const FieldTable& { return ParserFields(); },
      .evaluate = EvaluateFile};
  return system;
}

}  // namespace whylight
