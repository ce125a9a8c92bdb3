// How well the phrases of trees are classified.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "core/math/matrix.h"
#include "core/systems/tree_classifier/model.h"
#include "core/systems/tree_classifier/train/data.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// Of each tree the probabilities of the labels of its phrases: [phrases x
/// labels]. The same on any number of threads.
std::vector<Matrix> PredictPhrases(const TreeClassifier& model,
                                   const TrainingTrees& trees, ThreadPool& pool,
                                   const Progress& progress = nullptr);

/// What they are worth, of what has a label:
///   {"n": sentences, "accuracy": ..., "macro_f1": ...,
///    "phrases": {"n": ..., "accuracy": ..., "macro_f1": ...}}
/// and, if the labels are the grades 0 to 4, whether the sentences and phrases
/// of a grade other than 2 are on the right side, by the larger of P(0) + P(1)
/// and P(3) + P(4):
///    "binary": {"n": ..., "accuracy": ...}, beside both.
nlohmann::ordered_json MeasurePhrases(const std::vector<Matrix>& predicted,
                                      const TrainingTrees& trees,
                                      const std::vector<std::string>& labels);

/// Both.
nlohmann::ordered_json EvaluateTreeClassifier(
    const TreeClassifier& model, const TrainingTrees& trees, ThreadPool& pool,
    const Progress& progress = nullptr);

}  // namespace whylight
