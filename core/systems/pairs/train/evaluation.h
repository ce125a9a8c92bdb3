// How well a model tells what holds of two texts.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/result.h"
#include "core/math/kernels.h"
#include "core/systems/pairs/model.h"
#include "core/systems/pairs/train/data.h"
#include "core/training/engine/log_probabilities.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// The words of which an outcome is measured: all, those that the model selects
/// or those it leaves.
enum class PairWordsRead { kAll, kSelected, kComplement };

/// Pairs of those words, in the same order.
LabelledPairs KeepWords(const PairModel& model, const LabelledPairs& pairs,
                        PairWordsRead read, ThreadPool& pool);

/// The share of the words of `pairs` that `kept` has.
double ShareOfWords(const LabelledPairs& kept, const LabelledPairs& pairs);

/// The logarithms of the probabilities of each label or grade for each pair,
/// [pairs x outcomes], from all words of `pairs`. The same on any number of
/// threads.
MatrixOf<double> LogProbabilities(const PairModel& model,
                                  const LabelledPairs& pairs, ThreadPool& pool,
                                  const Progress& progress = nullptr);

/// Of labels {"n", "accuracy", "loss", "macro_f1", "f1"?, "labels",
/// "class_f1", "confusion"}, of grades {"n", "pearson", "spearman", "mse",
/// "loss"}. Of queries with candidates also how well these are ranked, in
/// percent: {"queries", "map", "mrr", "p_at_1", "p_at_5",
/// "queries_without_positives"}; such queries are left out of the means.
Result<nlohmann::ordered_json> EvaluatePairs(
    const PairOptions& model, const MatrixOf<double>& log_probabilities,
    const LabelledPairs& pairs);

/// The same, asked of `model`; of one that selects with "selected", the share
/// of the words of both texts.
Result<nlohmann::ordered_json> EvaluatePairs(
    const PairModel& model, const LabelledPairs& pairs, PairWordsRead read,
    ThreadPool& pool, const Progress& progress = nullptr);

}  // namespace whylight
