// How near the ratings of a recommender are to those that users gave.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/result.h"
#include "core/systems/recommender/bank.h"
#include "core/systems/recommender/model.h"
#include "core/systems/recommender/train/data.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// What `model` predicts, within its range. The same on any number of threads.
std::vector<double> PredictRatings(const Recommender& model,
                                   const RatedItems& rated,
                                   const ReviewBank& bank, ThreadPool& pool,
                                   const Progress& progress = nullptr);

/// {"n", "mse", "mae", "mean_mse"}, the last that of the mean of the ratings
/// that the model was trained on, and {"n", "mse", "mae"} of parts: "known" is
/// of users and items that the model knows by name or by reviews, "new_users"
/// and "new_items" of those that it does not. Fails where a rating is NaN.
Result<nlohmann::ordered_json> EvaluateRecommender(
    const Recommender& model, const RatedItems& rated, const ReviewBank& bank,
    ThreadPool& pool, const Progress& progress = nullptr);

}  // namespace whylight
