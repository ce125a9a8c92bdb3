#include "core/systems/answer_generator/train/system.h"

#include <string_view>

#include "core/format/fields.h"
#include "core/systems/answer_generator/model.h"
#include "core/systems/answer_generator/system.h"
#include "core/systems/answer_generator/train/config.h"
#include "core/systems/answer_generator/train/evaluation.h"
#include "core/systems/answer_generator/train/task.h"

namespace whylight {
namespace {

struct AnswerEvaluationOptions {
  bool baselines = false;
};

const Fields<AnswerEvaluationOptions>& AnswerEvaluationFields() {
  static const auto fields = Fields<AnswerEvaluationOptions>().Flag(
      "baselines", &AnswerEvaluationOptions::baselines,
      "Also measure baselines: answering with the sentence nearest to the "
      "question, once by its words and once by their vectors.");
  return fields;
}

Result<nlohmann::ordered_json> EvaluateAnswersOnFile(
    const EvaluationInputs& inputs) {
  AnswerEvaluationOptions options;
  if (Status read =
          AnswerEvaluationFields().Read(inputs.options, "eval", &options);
      !read.ok()) {
    return read.error();
  }
  const Result<AnswerGenerator> model =
      LoadFrom<AnswerGenerator>(inputs.models.front());
  if (!model.ok()) return model.error();
  const Result<AnsweredQuestions> data =
      ReadAnswerable({inputs.data}, inputs.reading);
  if (!data.ok()) return data.error();
  if (Status checked = CheckWritable(data.value()); !checked.ok()) {
    return checked.error();
  }
  Result<nlohmann::ordered_json> figures = EvaluateAnswerGenerator(
      model.value(), data.value(), inputs.pool, inputs.progress);
  if (figures.ok() && options.baselines) {
    figures.value()["baselines"] =
        EvaluateAnswerBaselines(data.value(), [&model](std::string_view word) {
          return model.value().VectorOf(word);
        });
  }
  return figures;
}

}  // namespace

const TrainableSystem& TrainableAnswerGenerator() {
  static const TrainableSystem system = {
      .system = &AnswerGeneratorSystem(),
      .make = AnswerGeneratorTask::Make,
      .epochs_key = "training.epochs",
      .config = []() -> const FieldTable& { return AnswerGeneratorFields(); },
      .evaluate = EvaluateAnswersOnFile,
      .evaluation_options = &AnswerEvaluationFields()};
  return system;
}

}  // namespace whylight
