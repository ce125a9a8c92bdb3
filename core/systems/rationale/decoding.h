// From a score a word to the words that are shown.
#pragma once

#include <cstddef>
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

/// What it costs that a run starts, or ends, at each word: at least 0, and
/// infinite where none may.
struct EdgeCosts {
  std::vector<Real> start;
  std::vector<Real> end;
};

/// The same at each of `words` words.
inline EdgeCosts SameCosts(std::size_t words, Real cost) {
  return {std::vector<Real>(words, cost), std::vector<Real>(words, cost)};
}

/// The z in {0, 1}^n that maximises
///   sum_t z_t (score_t - threshold) - costs of the edges of its runs
/// where a run is a maximal one of selected words. Exact (Viterbi), O(n); of
/// equal choices the one with fewer words.
std::vector<std::uint8_t> DecodeSelection(std::span<const Real> scores,
                                          Real threshold,
                                          const EdgeCosts& costs);

/// The same where every edge costs `decoding.transition_cost`.
std::vector<std::uint8_t> DecodeSelection(std::span<const Real> scores,
                                          const Decoding& decoding);

/// The best z that is one run, even where nothing would be better; nothing
/// where no run may start or end. Of equal ones a shorter one.
std::vector<std::uint8_t> DecodeOneRun(std::span<const Real> scores,
                                       Real threshold, const EdgeCosts& costs);

/// From the start of each run's first word to the end of its last; `words` says
/// where every word stands.
std::vector<Span> SpansOfRuns(std::span<const Run> runs,
                              std::span<const Span> words);

}  // namespace whylight
