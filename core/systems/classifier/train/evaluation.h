// How well a classifier tells classes apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/math/kernels.h"
#include "core/systems/classifier/model.h"
#include "core/systems/classifier/train/data.h"
#include "core/training/engine/log_probabilities.h"
#include "core/training/engine/thread_pool.h"
#include "core/training/metrics/classification.h"

namespace whylight {

struct ClassifierEvaluation {
  std::size_t n = 0;  ///< Texts.
  double accuracy = 0;
  double loss = 0;  ///< Mean cross-entropy, in nats.
  /// Mean F1 of the labels that some text has or is given.
  double macro_f1 = 0;
  std::vector<std::string> labels;
  Confusion confusion;
  /// Of texts whose grade is not in the middle of the scale: how many, and the
  /// share for which the labels on its side of the middle are together likelier
  /// than those on the other. Where labels have grades.
  struct Polarity {
    std::size_t n = 0;
    double accuracy = 0;
  };
  std::optional<Polarity> polarity = std::nullopt;
};

/// The logarithms of the probabilities that the model gives each label of each
/// text, [texts x labels]. The same on any number of threads.
MatrixOf<double> LogProbabilities(const Classifier& model,
                                  const ClassifiedTexts& texts,
                                  ThreadPool& pool,
                                  const Progress& progress = nullptr);

/// Of texts whose labels are read off these probabilities (GradeScale).
ClassifierEvaluation EvaluatePredictions(
    const MatrixOf<double>& log_probabilities, const ClassifiedTexts& texts,
    const std::vector<std::string>& labels,
    const std::vector<double>& grades = {});

ClassifierEvaluation EvaluateClassifier(const Classifier& model,
                                        const ClassifiedTexts& texts,
                                        ThreadPool& pool);

/// {"n": ..., "accuracy": ..., "loss": ..., "macro_f1": ..., "labels": [...],
/// "confusion": [[...], ...]} and, where labels have grades, "polarity":
/// {"n": ..., "accuracy": ...}
nlohmann::ordered_json EvaluationToJson(const ClassifierEvaluation& evaluation);

}  // namespace whylight
