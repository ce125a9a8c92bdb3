// How a model's answers change when it computes in integers.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/systems/rationale/train/data.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// Of one aspect, integers beside floats.
struct ArithmeticComparison {
  std::string aspect;
  double words_changed = 0;    ///< Share of words selected by one alone.
  double reviews_changed = 0;  ///< Share of reviews that have such a word.
  double largest_probability_difference = 0;  ///< Over all words.
  double mean_rating_difference = 0;          ///< In size, over reviews.
  double largest_rating_difference = 0;
  double mse_rationale = 0;  ///< In floats, as AspectEvaluation has it.
  double mse_rationale_integers = 0;  ///< In integers.
};

/// Compares both on `reviews`, whose ratings are those of the reported aspects
/// in order. Fails as RationaleEngine does.
Result<std::vector<ArithmeticComparison>> CompareArithmetic(
    const ModelFiles& files, const std::vector<Review>& reviews,
    ThreadPool& pool);

/// {NAME: {"words_changed": ..., ...}}; the names are those of
/// ArithmeticComparison.
nlohmann::ordered_json ComparisonToJson(
    const std::vector<ArithmeticComparison>& aspects);

}  // namespace whylight
