// What a rationale model says beside ratings, fitted once its generator is
// learned: whether a text speaks of an aspect, how far a rating may be off, and
// whether a text is of the language and subject that the model knows.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/data.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// The texts that it is fitted on.
struct CalibrationTexts {
  /// Of dev: reviews, and single sentences of them.
  RatedTexts dev;
  /// Made from templates, others than those to train on. None: any word that is
  /// selected says that a text speaks of the aspect.
  RatedTexts templates;
  /// Several kinds of texts of the model's domain, and of others. If there are
  /// none outside, the model does not tell.
  std::vector<std::vector<WordIds>> inside;
  std::vector<std::vector<WordIds>> outside;
};

/// Sets `mention` of each aspect: the score of a text's best word that tells
/// templates that speak of the aspect from those that do not, the lowest whose
/// mean of the accuracies of both is within `slack` of the largest. Returns
/// {aspect: that}.
nlohmann::ordered_json FitMention(RationaleModel& model,
                                  const RatedTexts& templates, double slack,
                                  ThreadPool& pool);

/// Sets `short_threshold` of each aspect below the threshold of reviews: as
/// far, up to 4.5, as leaves the error on short templates within 1 % of the
/// least; nothing if that is not at all. If `most_astray` is given, only so far
/// as at most that share of the words which are selected in short texts that
/// speak of the aspect stands in clauses about others (RatedTexts::about).
void FitShortTexts(RationaleModel& model, const RatedTexts& templates,
                   std::optional<double> most_astray, ThreadPool& pool);

/// Sets `spread` of each aspect by non-negative least squares on the squared
/// errors on `dev` where the aspect is mentioned; to none where that is too
/// rare.
void FitSpread(RationaleModel& model, const RatedTexts& dev, ThreadPool& pool);

/// Whether `FitDomain` sets anything: there are texts outside, and recurrent
/// convolutions whose states tell.
bool FitsDomain(const RationaleModel& model, const CalibrationTexts& texts);

/// Sets the score of the domain: a logistic regression on the means of the
/// generator's states and of the words' vectors, all kinds of a side weighing
/// the same, and a threshold that at most 4.5 % of dev's reviews miss, and else
/// is the cheapest: to turn a text of the domain away costs `turn_away_cost`,
/// to let another in 1. Of the domain are texts in which the generator chooses
/// words, as what speaks of nothing that the model rates loses no rating
/// outside of it; and what it chooses in the first kind, by itself: a text may
/// be a verdict and no more. Returns the shares {"dev", "inside", "outside"}
/// that are taken for texts of the domain.
nlohmann::ordered_json FitDomain(RationaleModel& model,
                                 const CalibrationTexts& texts,
                                 double turn_away_cost, ThreadPool& pool);

}  // namespace whylight
