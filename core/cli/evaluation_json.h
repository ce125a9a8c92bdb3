// Evaluations as JSON, for people and programs.
#pragma once

#include <nlohmann/json.hpp>

#include "core/train/rationale/rationale_evaluation.h"

namespace whylight {

/// {"n": reviews, "aspects": {NAME: {"selected": ..., ...}}}; the names are
/// those of AspectEvaluation. Keyword shares only where keywords were given.
inline nlohmann::ordered_json EvaluationToJson(
    const RationaleEvaluation& evaluation) {
  nlohmann::ordered_json aspects = nlohmann::ordered_json::object();
  for (const AspectEvaluation& one : evaluation.aspects) {
    nlohmann::ordered_json& json = aspects[one.aspect];
    json = {{"selected", one.selected},
            {"selected_macro", one.selected_macro},
            {"mse_rationale", one.mse_rationale},
            {"mse_all_words", one.mse_all_words},
            {"mse_mean", one.mse_mean},
            {"mse_random_spans", one.mse_random_spans},
            {"mean_run", one.mean_run},
            {"mean_run_macro", one.mean_run_macro},
            {"spans_per_review", one.spans_per_review},
            {"reviews_with_spans", one.reviews_with_spans}};
    if (one.has_keywords) {
      json["keyword_spans"] = one.keyword_spans;
      json["keyword_random_spans"] = one.keyword_random_spans;
    }
  }
  return {{"n", evaluation.n}, {"aspects", aspects}};
}

}  // namespace whylight
