#include "core/systems/classifier/train/system.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/fields.h"
#include "core/systems/classifier/explainer.h"
#include "core/systems/classifier/model.h"
#include "core/systems/classifier/system.h"
#include "core/systems/classifier/train/config.h"
#include "core/systems/classifier/train/data.h"
#include "core/systems/classifier/train/evaluation.h"
#include "core/systems/classifier/train/task.h"

namespace whylight {
namespace {

// Several classifiers answer with the mean of their probabilities, and with the
// likeliest label: each has cuts of its own.
Result<nlohmann::ordered_json> EvaluateTexts(const EvaluationInputs& inputs) {
  const Result<LabelledFile> file =
      ReadLabelledFile(inputs.data, inputs.reading);
  if (!file.ok()) return file.error();
  std::vector<MatrixOf<double>> answers;
  std::vector<std::int32_t> predicted;
  std::vector<double> grades;
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
    predicted = LabelsOf(model.value(), answers.back());
    grades = model.value().options().grades;
  }
  const MatrixOf<double> means = LogMeans(answers);
  if (answers.size() > 1) predicted = LikeliestLabels(means);
  return EvaluationToJson(
      EvaluatePredictions(means, predicted, texts, labels, grades));
}

// By its grade, as a part of the way from the lowest to the highest there is.
Result<TextRater> RateByGrade(const ModelFolder& folder) {
  Result<Classifier> loaded = LoadFrom<Classifier>(folder);
  if (!loaded.ok()) return loaded.error();
  const auto model =
      std::make_shared<const Classifier>(std::move(loaded).value());
  const std::vector<double>& grades = model->options().grades;
  const auto [low, high] = std::minmax_element(grades.begin(), grades.end());
  if (low == high || *low == *high) {
    return Error{
        ErrorCode::kInvalidArgument,
        folder.path + ": expected a classifier with grades, found one without"};
  }
  return TextRater{
      .aspects = {"grade"},
      .always_rates = true,
      .rate = [model, low = *low, range = *high - *low](
                  std::string_view utf8) -> Result<TextRatings> {
        const Result<Classification> found =
            ClassifyWithReasons(*model, utf8, {.ngrams = 0});
        if (!found.ok()) return found.error();
        return TextRatings{TextRating{(*found.value().grade - low) / range,
                                      model->name(found.value().label)}};
      }};
}

}  // namespace

const TrainableSystem& TrainableClassifier() {
  static const TrainableSystem system = {
      .system = &ClassifierSystem(),
      .make = ClassifierTask::Make,
      .epochs_key = "training.epochs",
      .config = []() -> const FieldTable& { return ClassifierFields(); },
      .evaluate = EvaluateTexts,
      .averages = true,
      .rater = RateByGrade};
  return system;
}

}  // namespace whylight
