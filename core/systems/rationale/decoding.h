// From a score a word to the words that are shown.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/runs.h"
#include "core/base/span.h"
#include "core/math/matrix.h"

namespace whylight {

/// How one aspect's words are chosen.
struct Decoding {
  Real threshold = 0;        ///< b: a lone word needs a score above b + 2c.
  Real transition_cost = 0;  ///< c >= 0, paid at each change along the text.
};

/// The z in {0, 1}^n that maximises
///   sum_t z_t (score_t - threshold) - transition_cost · changes(z)
/// where changes are counted as if the text stood between two unselected
/// words. Exact (Viterbi), O(n); of equal choices the one with fewer words.
std::vector<std::uint8_t> DecodeSelection(std::span<const Real> scores,
                                          const Decoding& decoding);

/// From the start of each run's first word to the end of its last; `words` says
/// where every word stands.
std::vector<Span> SpansOfRuns(std::span<const Run> runs,
                              std::span<const Span> words);

}  // namespace whylight
