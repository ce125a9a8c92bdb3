#include "core/systems/reader/train/system.h"

#include "core/format/fields.h"
#include "core/systems/reader/model.h"
#include "core/systems/reader/system.h"
#include "core/systems/reader/train/config.h"
#include "core/systems/reader/train/data.h"
#include "core/systems/reader/train/evaluation.h"
#include "core/systems/reader/train/task.h"

namespace whylight {
namespace {

struct ReaderEvaluationOptions {
  bool baselines = false;
};

const Fields<ReaderEvaluationOptions>& ReaderEvaluationFields() {
  static const auto fields = Fields<ReaderEvaluationOptions>().Flag(
      "baselines", &ReaderEvaluationOptions::baselines,
      "Also tell what it is worth never to answer, and to answer with the "
      "sentence that is nearest to the question.");
  return fields;
}

Result<nlohmann::ordered_json> EvaluateReaderOnFile(
    const EvaluationInputs& inputs) {
  ReaderEvaluationOptions options;
  if (Status read =
          ReaderEvaluationFields().Read(inputs.options, "eval", &options);
      !read.ok()) {
    return read.error();
  }
  const Result<Reader> model = LoadFrom<Reader>(inputs.models.front());
  if (!model.ok()) return model.error();
  Result<ReaderData> data = ReadQuestions({inputs.data}, inputs.reading);
  if (!data.ok()) return data.error();
  data.value().ReadWords(model.value().vocabulary());
  Result<nlohmann::ordered_json> figures =
      EvaluateReader(model.value(), data.value(), inputs.pool, inputs.progress);
  if (figures.ok() && options.baselines) {
    figures.value()["baselines"] = EvaluateReaderBaselines(data.value());
  }
  return figures;
}

}  // namespace

const TrainableSystem& TrainableReader() {
  static const TrainableSystem system = {
      .system = &ReaderSystem(),
      .make = ReaderTask::Make,
      .epochs_key = "training.epochs",
      .config = []() -> const FieldTable& { return ReaderFields(); },
      .evaluate = EvaluateReaderOnFile,
      .evaluation_options = &ReaderEvaluationFields()};
  return system;
}

}  // namespace whylight
