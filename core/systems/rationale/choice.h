// How a generator chooses words for aspects: what the numbers it gives a word
// mean (Lei17 section 3.3.2).
#pragma once

#include <cstddef>
#include <span>

#include "core/math/matrix.h"

namespace whylight {

enum class Choice {
  kCompeting,    ///< "competing": softmax over the aspects, then none; a word
                 ///< serves one aspect at most.
  kIndependent,  ///< "independent": each aspect by itself, the sigmoid of a
                 ///< number (Lei17 section 3.3.2).
  kHardKuma,     ///< "hard_kuma": each aspect by itself, z in [0, 1] of a
                 ///< stretched and clipped Kumaraswamy distribution with two
  ///< numbers (Bastings et al. 2019); a word is chosen where z > 0.
};

/// How many numbers the generator gives a word.
Index ChoiceWidth(Choice choice, Index aspects);

/// How much a word speaks of `aspect`: log p / (1 - p) of the probability that
/// it is chosen, where `numbers` are the generator's.
Real AspectScore(Choice choice, std::span<const Real> numbers,
                 std::size_t aspect);

/// The same bits of the first aspects, as many as `scores` has columns, for
/// words whose numbers are the rows. Of competing aspects they share most
/// exponentials.
void AspectScores(Choice choice, const Matrix& numbers,
                  Eigen::Ref<Matrix> scores);

/// The probabilities that words are chosen for the first aspects, as many as
/// `probability` has columns. Overwrites `numbers`.
void ChoiceProbabilities(Choice choice, Matrix& numbers,
                         Eigen::Ref<Matrix> probability);

}  // namespace whylight
