// Does a score rest on the selected words? Measured with any model, by reading
// texts with words left out (ERASER, DeYoung et al. 2020, section 4.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/math/matrix.h"

namespace whylight {

/// One entry per word of the text: 1 where the model reads it, 0 where it skips
/// it with its state carried.
using Selection = std::vector<std::uint8_t>;

/// A model as seen from here: one score for each selection, of what is to be
/// explained (a logit, a probability, a rating). It must be able to score a
/// selection of no words, the complement of all.
using SelectionScorer =
    std::function<std::vector<Real>(std::span<const Selection>)>;

// All functions below ask the scorer once, for all selections together, and
// return kInvalidArgument, naming what is wrong, if a selection has not
// `word_count` entries of 0 or 1 or selects no word, or if the scorer does not
// return one score a selection.

/// All in the units of the score.
struct Faithfulness {
  Real full;        ///< The score of the whole text.
  Real selection;   ///< The score of the selected words alone.
  Real complement;  ///< The score of all other words.

  /// full - selection: small if the selected words alone suffice.
  Real sufficiency() const { return full - selection; }
  /// full - complement: large if nothing outside carries the score.
  Real comprehensiveness() const { return full - complement; }
};

Result<Faithfulness> MeasureFaithfulness(const SelectionScorer& scorer,
                                         std::size_t word_count,
                                         const Selection& selection);

/// For each word of `base` the score of `base` minus that of `base` without the
/// word; 0 for the others. With every word in `base`, plain leave-one-out.
Result<std::vector<Real>> LeaveOneOut(const SelectionScorer& scorer,
                                      std::size_t word_count,
                                      const Selection& base);

/// Sufficiency and comprehensiveness of the top-ranked words, one entry a bin.
struct AopcCurves {
  std::vector<std::size_t> selected;  ///< The number of top words.
  std::vector<Real> sufficiency;
  std::vector<Real> comprehensiveness;
  /// The means over the bins: the area over the perturbation curve, averaged
  /// over the bins alone, as ERASER's program does (the paper's formula counts
  /// the empty bin, too).
  Real mean_sufficiency;
  Real mean_comprehensiveness;
};

/// ERASER's fractions of the text.
inline const std::vector<double> kAopcBins = {0.01, 0.05, 0.1, 0.2, 0.5};

/// The curves for `ranking` [word_count], one number per word, larger for words
/// more important; ties go to the word further left. The bin b selects the
/// first ceil(b · word_count) words, at least one. kInvalidArgument also if
/// `ranking` has another length or a NaN, the text has no words, or `bins` is
/// empty or has a fraction outside (0, 1].
Result<AopcCurves> TraceAopc(const SelectionScorer& scorer,
                             std::size_t word_count,
                             const std::vector<Real>& ranking,
                             const std::vector<double>& bins = kAopcBins);

}  // namespace whylight
