// A generator's scores of whole sets of texts, and their decoding.
#pragma once

#include <vector>

#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/data.h"
#include "core/systems/rationale/train/training.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// Which words of a set are selected: [aspect][text][word].
using SetSelections = std::vector<std::vector<std::vector<std::uint8_t>>>;

SetSelections SelectWords(const RationaleModel& model, const RatedTexts& set,
                          ThreadPool& pool);

/// The words that each operating point of the model selects, in their order,
/// where every text is of the model's domain.
std::vector<SetSelections> SelectAtPoints(const RationaleModel& model,
                                          const RatedTexts& set,
                                          ThreadPool& pool);

/// The words of `text` that are selected.
WordIds TakeWords(const WordIds& text,
                  const std::vector<std::uint8_t>& selected);

/// Of choices that depend on each other the scores depend on the thresholds.
/// What is fitted to them must not depend on those that were found before,
/// which a run that goes on does not know. Does nothing to other models.
void ForgetThresholds(RationaleModel& model);

/// Sets each aspect's transition cost by the spread of its scores on dev, and
/// its threshold so that the wanted share of dev's words is selected; and those
/// of the operating points. Choices that depend on each other have no cost.
void CalibrateDecoding(RationaleModel& model, const RatedTexts& dev,
                       const RationaleTraining& training, ThreadPool& pool);

/// Sets the errors of the operating points to those on dev.
void MeasurePoints(RationaleModel& model, const RatedTexts& dev,
                   ThreadPool& pool);

/// The word vectors of a batch with dropout, drawn a word type, step and
/// `reader` (each part of a model that reads them is one).
Var DropWords(Graph& graph, const WordBatch& batch, Var vectors, double rate,
              std::uint64_t seed, std::uint64_t step, std::uint64_t reader);

/// Divisors of the squared errors of the first `aspects` columns of `ratings`,
/// which make them comparable whatever their spread and however many ratings
/// are missing: the variance of the column over `rows`, above zero, times the
/// share of the rows that have a rating. The mean over rows, in which missing
/// ratings have no error, is then that over the ratings that are there.
std::vector<double> ErrorScales(const Matrix& ratings,
                                const std::vector<std::size_t>& rows,
                                std::size_t aspects);

/// The mean of the ratings in a column that are there.
Real MeanRating(const Matrix& ratings, Index column);

}  // namespace whylight
