// How good rationales are: how much is selected, what ratings it predicts,
// whether it speaks of its aspect, and whether people marked the same words.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/own_part.h"
#include "core/training/data/reviews.h"
#include "core/training/engine/thread_pool.h"
#include "core/training/metrics/calibration.h"
#include "core/training/metrics/finds.h"
#include "core/training/metrics/spans.h"

namespace whylight {

/// Words by which a span of an aspect can be recognised, lower case.
using AspectKeywords = std::map<std::string, std::vector<std::string>>;

/// The words that somebody chose for the aspects of a text.
struct ChosenWords {
  SelectionMatrix selected;  ///< [words x aspects]
  Matrix scores;  ///< [words x aspects]: how much a word is worth choosing.
};

/// Chooses words in place of the model's generator. Called from several threads
/// at once; `explanation` is what the model says.
using WordChooser = std::function<ChosenWords(
    const std::vector<Token>& tokens, const RationaleExplanation& explanation)>;

struct EvaluationOptions {
  AspectKeywords keywords = {};
  std::uint64_t seed = 1;  ///< Of the random spans.
  /// Rates the aspects from all words, having learned from all words: what
  /// rationales are measured against. May be absent.
  const RationaleModel* full_text = nullptr;
  WordChooser chooser = {};  ///< The model itself if empty.
  /// Leaves out what takes long and no stage of a training is judged by:
  /// complements, words and people's marks.
  bool brief = false;
};

/// A word that was selected so many times.
struct SelectedWord {
  std::string word;
  std::uint64_t times = 0;
};

/// Agreement with what people marked, in texts where they marked anything or
/// nothing, and in those where they marked something.
struct GoldAgreement {
  Agreement all;
  Agreement marked;
};

/// How far ratings are from those given, in units of the spreads that the model
/// says they have.
struct SpreadEvaluation {
  std::size_t n = 0;      ///< Ratings with a spread.
  double mean = 0;        ///< Of the spreads.
  double within_one = 0;  ///< Share at most one spread away: 0.68 of a normal
  double within_two = 0;  ///< distribution; at most two: 0.95.
};

/// How well the labels of an aspect are given where it is mentioned.
struct LabelEvaluation {
  std::size_t n = 0;
  double accuracy = 0;
  Calibration calibration;  ///< Of the probability of the label that is given.
};

/// How well selected words and keywords go together, over all words alike.
struct KeywordAgreement {
  double precision = 0;  ///< Share of the selected words that are keywords.
  double recall = 0;     ///< Share of the keywords that are selected.
  double kappa = 0;      ///< Cohen's: 0 is what chance has.
};

/// Errors are squared, of ratings in [0, 1], averaged over reviews. "Micro" is
/// over all words or runs alike, "macro" the mean of each review's own value.
struct AspectEvaluation {
  std::string aspect;
  std::size_t n = 0;            ///< Reviews that rate it; errors are of these.
  double selected = 0;          ///< Share of all words selected (micro).
  double selected_macro = 0;    ///< Mean share of a review's words.
  double mse_rationale = 0;     ///< From the selected words alone.
  double mse_all_words = 0;     ///< The same encoder reading everything.
  double mse_mean = 0;          ///< Predicting these reviews' mean rating.
  double mse_random_spans = 0;  ///< From random runs of the same lengths.
  double mean_run = 0;          ///< Words a run (micro).
  double mean_run_macro = 0;    ///< Mean over reviews with a run.
  /// Share of runs that HasCleanEdges (span_edges.h), of the rationale and of
  /// random runs of the same lengths.
  double clean_edges = 0;
  double clean_edges_random_spans = 0;
  double spans_per_review = 0;
  double reviews_with_spans = 0;  ///< Share of reviews that have a run.
  /// Share of runs that hold a keyword of the aspect, for the rationale and for
  /// random runs of the same lengths. Only where keywords are given.
  double keyword_spans = 0;
  double keyword_random_spans = 0;
  bool has_keywords = false;

  // Not of a brief evaluation:

  /// Keywords word by word, only where there are any.
  std::optional<KeywordAgreement> keywords;
  std::optional<KeywordAgreement> keywords_random_spans;
  std::optional<KeywordAgreement> keywords_random_words;
  /// What the words tell of that is the aspect's own. Only of enough reviews.
  std::optional<OwnPart> own;
  /// Share of the reviews that the model says speak of the aspect. This and the
  /// next two only of the model's own choice of words.
  std::optional<double> mentioned;
  std::optional<SpreadEvaluation> spread;  ///< If the model is calibrated.
  std::optional<LabelEvaluation> labels;   ///< If it has any.
  double mse_complement = 0;               ///< From all words but the selected.
  /// Of the full-text model, and the share of the variance it explains that the
  /// rationale explains as well. Only where there is one.
  std::optional<double> mse_full_text;
  std::optional<double> kept;
  /// Of ratings that are all 0 or 1: the share on the right side of a half,
  /// from the rationale and from all words.
  std::optional<double> accuracy;
  std::optional<double> accuracy_all_words;
  /// How often the second of its labels is given where it is right, in all
  /// reviews that are rated, if the aspect has labels: from the rationale, from
  /// all words, and by the full-text model.
  std::optional<Finds> second_label;
  std::optional<Finds> second_label_all_words;
  std::optional<Finds> second_label_full_text;
  /// How much of a rating's distance to the mean rating is lost when only the
  /// rationale is read, and when it alone is not (ERASER): means, in units of
  /// the rating.
  double sufficiency = 0;
  double comprehensiveness = 0;
  double punctuation = 0;  ///< Share of the selected words that are none.
  std::vector<SelectedWord> frequent;  ///< At most 20, the most frequent first.
  std::array<double, 10> positions{};  ///< Share of the selected words in each
                                       ///< tenth of their texts.
  /// By the other aspects: words selected for both over those for either.
  std::vector<std::pair<std::string, double>> overlap;
  std::optional<GoldAgreement> gold;
  std::optional<GoldAgreement> gold_random_spans;
  /// Reasons not to take the selected words for reasons.
  std::vector<std::string> alarms;
};

struct RationaleEvaluation {
  std::size_t n = 0;  ///< Reviews.
  bool brief = false;
  double clean_edges = 0;  ///< Share of the runs of all aspects.
  /// Share of the reviews that are of the model's domain, if it has a score for
  /// it.
  std::optional<double> in_domain;
  std::vector<AspectEvaluation> aspects;
  /// Of each review the mean squared error from the rationale, over the aspects
  /// that it rates.
  std::vector<double> errors;
};

/// Evaluates `model` on `reviews`, whose ratings are those of the reported
/// aspects in order. Where reviews list their tokens, people's marks are
/// compared token by token, elsewhere by our own words.
Result<RationaleEvaluation> EvaluateRationale(
    const RationaleModel& model, const std::vector<Review>& reviews,
    const EvaluationOptions& options, ThreadPool& pool,
    const Progress& progress = nullptr);

/// {"n": reviews, "relative_error": the mean over aspects whose ratings differ
/// (null if there are none) of mse_rationale / mse_mean,
/// "relative_error_all_words": that of mse_all_words, "clean_edges",
/// "in_domain", "aspects":
/// {NAME: {"selected": ..., ...}}}; the names are those of AspectEvaluation.
/// Those that are not there are left out, and so is the "n" of an aspect that
/// all reviews rate.
nlohmann::ordered_json EvaluationToJson(const RationaleEvaluation& evaluation);

}  // namespace whylight
