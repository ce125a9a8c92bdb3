// The best of all sequences of tags, by dynamic programme (Viterbi 1967).
#pragma once

#include <cstdint>
#include <vector>

#include "core/math/kernels.h"
#include "core/math/matrix.h"

namespace whylight {

/// What it scores that tags stand beside each other. -∞ forbids.
struct TagTransitions {
  MatrixOf<double> start;    ///< [1 x K]: of tag k at the first word.
  MatrixOf<double> between;  ///< [K x K]: of tag k after tag j, in row j.
  MatrixOf<double> end;      ///< [1 x K]: of tag k at the last word.
};

/// The tag of each word in the sequence whose scores add up to the most; of
/// equal ones the one whose last tags come first. `words` is [L x K]. Takes
/// L · K² steps. Never gives what is forbidden where anything is allowed.
std::vector<std::int32_t> BestTags(const MatrixOf<double>& words,
                                   const TagTransitions& transitions);

/// The scores of `tags` added up; 0 of no words.
double ScoreOfTags(const MatrixOf<double>& words,
                   const TagTransitions& transitions,
                   const std::vector<std::int32_t>& tags);

}  // namespace whylight
