#include "core/systems/classifier/train/evaluation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace whylight {

MatrixOf<double> LogProbabilities(const Classifier& model,
                                  const ClassifiedTexts& texts,
                                  ThreadPool& pool, const Progress& progress) {
  std::vector<std::size_t> lengths;
  for (const WordIds& text : texts.texts) lengths.push_back(text.size());
  const auto logits = [&](Graph& graph, std::span<const std::size_t> batch) {
    std::vector<const WordIds*> words;
    for (const std::size_t text : batch) words.push_back(&texts.texts[text]);
    return model.Logits(graph, MakeWordBatch(words));
  };
  return LogProbabilities(lengths, static_cast<Index>(model.labels().size()),
                          logits, pool, progress);
}

namespace {

std::vector<std::int32_t> ReadLabels(const MatrixOf<double>& log_probabilities,
                                     const std::vector<double>& grades) {
  const GradeScale scale(grades);
  std::vector<std::int32_t> labels;
  for (Index i = 0; i < log_probabilities.rows(); ++i) {
    std::vector<double> probabilities;
    for (Index k = 0; k < log_probabilities.cols(); ++k) {
      probabilities.push_back(std::exp(log_probabilities(i, k)));
    }
    labels.push_back(
        static_cast<std::int32_t>(scale.Read(probabilities).label));
  }
  return labels;
}

ClassifierEvaluation::Polarity MeasurePolarity(
    const MatrixOf<double>& log_probabilities,
    const std::vector<std::int32_t>& labels,
    const std::vector<double>& grades) {
  const auto [least, most] = std::minmax_element(grades.begin(), grades.end());
  const double middle = (*least + *most) / 2;
  ClassifierEvaluation::Polarity polarity;
  double right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double own = grades[static_cast<std::size_t>(labels[i])] - middle;
    if (own == 0) continue;
    // How much likelier the labels above are than those below.
    double lead = 0;
    for (std::size_t k = 0; k < grades.size(); ++k) {
      if (grades[k] == middle) continue;
      const double probability = std::exp(
          log_probabilities(static_cast<Index>(i), static_cast<Index>(k)));
      lead += grades[k] > middle ? probability : -probability;
    }
    ++polarity.n;
    right += (own > 0) == (lead > 0);
  }
  polarity.accuracy =
      right / std::max<double>(1, static_cast<double>(polarity.n));
  return polarity;
}

}  // namespace

ClassifierEvaluation EvaluatePredictions(
    const MatrixOf<double>& log_probabilities, const ClassifiedTexts& texts,
    const std::vector<std::string>& labels, const std::vector<double>& grades) {
  ClassifierEvaluation evaluation;
  evaluation.n = texts.size();
  evaluation.labels = labels;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    evaluation.loss -=
        log_probabilities(static_cast<Index>(i), texts.labels[i]);
  }
  evaluation.loss /= std::max<double>(1, static_cast<double>(texts.size()));
  evaluation.confusion = CountConfusion(
      texts.labels, ReadLabels(log_probabilities, grades), labels.size());
  evaluation.accuracy = Accuracy(evaluation.confusion);
  evaluation.macro_f1 = MacroF1(evaluation.confusion);
  if (!grades.empty()) {
    evaluation.polarity =
        MeasurePolarity(log_probabilities, texts.labels, grades);
  }
  return evaluation;
}

ClassifierEvaluation EvaluateClassifier(const Classifier& model,
                                        const ClassifiedTexts& texts,
                                        ThreadPool& pool) {
  const MatrixOf<double> found = LogProbabilities(model, texts, pool);
  return EvaluatePredictions(found, texts, model.labels(),
                             model.options().grades);
}

nlohmann::ordered_json EvaluationToJson(
    const ClassifierEvaluation& evaluation) {
  const auto by_label = [&](double (*figure)(const Confusion&, std::size_t)) {
    std::vector<double> figures;
    for (std::size_t k = 0; k < evaluation.labels.size(); ++k) {
      figures.push_back(figure(evaluation.confusion, k));
    }
    return figures;
  };
  nlohmann::ordered_json figures = {{"n", evaluation.n},
                                    {"accuracy", evaluation.accuracy},
                                    {"loss", evaluation.loss},
                                    {"macro_f1", evaluation.macro_f1},
                                    {"labels", evaluation.labels},
                                    {"precision", by_label(ClassPrecision)},
                                    {"recall", by_label(ClassRecall)},
                                    {"class_f1", by_label(ClassF1)},
                                    {"confusion", evaluation.confusion}};
  if (evaluation.polarity) {
    figures["polarity"] = {{"n", evaluation.polarity->n},
                           {"accuracy", evaluation.polarity->accuracy}};
  }
  return figures;
}

}  // namespace whylight
