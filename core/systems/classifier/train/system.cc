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

// Several classifiers answer with the mean of their probabilities.
Result<nlohmann::ordered_json> EvaluateTexts(const EvaluationInputs& inputs) {
  const Result<LabelledFile> file =
      ReadLabelledFile(inputs.data, inputs.reading);
  if (!file.ok()) return file.error();
  std::vector<MatrixOf<double>> answers;
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
    grades = model.value().options().grades;
  }
  return EvaluationToJson(
      EvaluatePredictions(LogMeans(answers), texts, labels, grades));
}

// By its label and, where labels have grades, the grade as a part of the way
// from the lowest to the highest there is.
Result<TextRater> RateByLabel(const ModelFolder& folder) {
  Result<Classifier> loaded = LoadFrom<Classifier>(folder);
  if (!loaded.ok()) return loaded.error();
  const auto model =
      std::make_shared<const Classifier>(std::move(loaded).value());
  const std::vector<double>& grades = model->options().grades;
  const auto [lowest, highest] =
      std::minmax_element(grades.begin(), grades.end());
  const double low = grades.empty() ? 0 : *lowest;
  const double range = grades.empty() ? 0 : *highest - low;
  const bool graded = range > 0;
  std::vector<std::string> labels;
  for (std::size_t k = 0; k < model->labels().size(); ++k) {
    labels.push_back(model->name(k));
  }
  return TextRater{
      .aspects = {graded ? "grade" : "label"},
      .always_rates = true,
      .has_numbers = graded,
      .rate = [model, graded, low,
               range](std::string_view utf8) -> Result<TextRatings> {
        const Result<Classification> found =
            ClassifyWithReasons(*model, utf8, {.ngrams = 0});
        if (!found.ok()) return found.error();
        TextRating rating{.label = model->name(found.value().label)};
        if (graded) rating.number = (*found.value().grade - low) / range;
        return TextRatings{std::move(rating)};
      },
      .labels = {std::move(labels)}};
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
      .rater = RateByLabel};
  return system;
}

}  // namespace whylight
