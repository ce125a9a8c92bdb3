// How good rationales are: how much is selected, what ratings it predicts, and
// whether it speaks of its aspect.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/tasks/rationale.h"
#include "core/train/data/reader.h"
#include "core/train/engine/thread_pool.h"

namespace whylight {

/// Words by which a span of an aspect can be recognised, lower case.
using AspectKeywords = std::map<std::string, std::vector<std::string>>;

/// Errors are squared, of ratings in [0, 1], averaged over reviews. "Micro" is
/// over all words or runs alike, "macro" the mean of each review's own value.
struct AspectEvaluation {
  std::string aspect;
  double selected = 0;          ///< Share of all words selected (micro).
  double selected_macro = 0;    ///< Mean share of a review's words.
  double mse_rationale = 0;     ///< From the selected words alone.
  double mse_all_words = 0;     ///< The same encoder reading everything.
  double mse_mean = 0;          ///< Predicting these reviews' mean rating.
  double mse_random_spans = 0;  ///< From random runs of the same lengths.
  double mean_run = 0;          ///< Words a run (micro).
  double mean_run_macro = 0;    ///< Mean over reviews with a run.
  double spans_per_review = 0;
  double reviews_with_spans = 0;  ///< Share of reviews that have a run.
  /// Share of runs that hold a keyword of the aspect, for the rationale and for
  /// random runs of the same lengths. Only where keywords are given.
  double keyword_spans = 0;
  double keyword_random_spans = 0;
  bool has_keywords = false;
};

struct RationaleEvaluation {
  std::size_t n = 0;  ///< Reviews.
  std::vector<AspectEvaluation> aspects;
};

/// Evaluates `model` on `reviews`, whose ratings are those of the reported
/// aspects in order. `seed` draws the random spans.
Result<RationaleEvaluation> EvaluateRationale(
    const RationaleModel& model, const std::vector<Review>& reviews,
    const AspectKeywords& keywords, std::uint64_t seed, ThreadPool& pool);

/// {"n": reviews, "relative_error": the mean over aspects of mse_rationale /
/// mse_mean, "aspects": {NAME: {"selected": ..., ...}}}; the names are those of
/// AspectEvaluation. Keyword shares only where keywords were given.
nlohmann::ordered_json EvaluationToJson(const RationaleEvaluation& evaluation);

/// Runs of the given lengths at random places of a text of `words` words,
/// neither overlapping nor touching while there is room; every placement is
/// equally likely. 1 for each word of a run.
std::vector<std::uint8_t> RandomRuns(const std::vector<std::size_t>& lengths,
                                     std::size_t words, std::uint64_t seed,
                                     std::uint64_t key);

}  // namespace whylight
