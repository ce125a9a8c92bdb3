// What a model makes of the single sentences of reviews: short texts, most of
// which speak of one aspect or of none.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/evaluation.h"
#include "core/training/data/reviews.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// The sentences of a text, which end at ".", "!", "?" or "…" and have at least
/// three words, as their tokens with a space between.
std::vector<std::string> CutSentences(std::string_view text);

/// Shares of sentences.
struct SentenceAspect {
  std::string aspect;
  double rated = 0;  ///< That the model rates, as it selects a word.
  /// Of those with a keyword of the aspect and of those without. Only where
  /// keywords are given.
  std::optional<double> rated_with_keyword;
  std::optional<double> rated_without_keyword;
};

struct SentenceEvaluation {
  std::size_t n = 0;     ///< Sentences.
  double any_rated = 0;  ///< Share of them with a rating of any aspect.
  std::vector<SentenceAspect> aspects;
};

Result<SentenceEvaluation> EvaluateSentences(const RationaleModel& model,
                                             const std::vector<Review>& reviews,
                                             const AspectKeywords& keywords,
                                             ThreadPool& pool);

/// {"n", "any_rated", "aspects": {NAME: {"rated", ...}}}
nlohmann::ordered_json SentencesToJson(const SentenceEvaluation& sentences);

}  // namespace whylight
