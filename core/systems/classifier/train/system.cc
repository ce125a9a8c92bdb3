#include "core/systems/classifier/train/system.h"

#include <string>
#include <utility>
#include <vector>

#include "core/format/fields.h"
#include "core/systems/classifier/model.h"
#include "core/systems/classifier/system.h"
#include "core/systems/classifier/train/config.h"
#include "core/systems/classifier/train/data.h"
#include "core/systems/classifier/train/evaluation.h"
#include "core/systems/classifier/train/task.h"

namespace whylight {
namespace {

// Several classifiers answer with the mean of their probabilities.
Result<nlohmann::ordered_json> EvaluateTexts(const EvaluationInputs& inputs) {
  const Result<LabelledFile> file =
      ReadLabelledFile(inputs.data, inputs.reading);
  if (!file.ok()) return file.error();
  std::vector<MatrixOf<double>> answers;
  std::vector<std::string> labels;
  ClassifiedTexts texts;
  for (const ModelFolder& folder : inputs.models) {
    const Result<Classifier> model = LoadFrom<Classifier>(folder);
    if (!model.ok()) return model.error();
    if (answers.empty()) labels = model.value().labels();
    if (model.value().labels() != labels) {
      return Error{ErrorCode::kInvalidArgument,
                   folder.path + ": expected the labels of " +
                       inputs.models.front().path + ", found others"};
    }
    Result<ClassifiedTexts> read =
        ToClassifiedTexts(file.value(), model.value().vocabulary(), labels);
    if (!read.ok()) return read.error();
    texts = std::move(read).value();
    answers.push_back(
        LogProbabilities(model.value(), texts, inputs.pool, inputs.progress));
  }
  return EvaluationToJson(
      EvaluatePredictions(LogMeans(answers), texts, labels));
}

}  // namespace

const TrainableSystem& TrainableClassifier() {
  static const TrainableSystem system = {
      .system = &ClassifierSystem(),
      .make = ClassifierTask::Make,
      .epochs_key = "training.epochs",
      .config = []() -> const FieldTable& { return ClassifierFields(); },
      .evaluate = EvaluateTexts,
      .averages = true};
  return system;
}

}  // namespace whylight
