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

/// What it costs that a run starts at each word, ends there, or holds it: at
/// least 0, and infinite where none may.
struct RunCosts {
  std::vector<Real> start;
  std::vector<Real> end;
  std::vector<Real> within;
};

/// The same at each of `words` words, none of which costs anything within.
inline RunCosts SameCosts(std::size_t words, Real cost) {
  return {std::vector<Real>(words, cost), std::vector<Real>(words, cost),
          std::vector<Real>(words)};
}

/// The z in {0, 1}^n that maximises
///   sum_t z_t (score_t - threshold) - costs of its runs
/// where a run is a maximal one of selected words. Exact (Viterbi), O(n); of
/// equal choices the one with fewer words.
std::vector<std::uint8_t> DecodeSelection(std::span<const Real> scores,
                                          Real threshold,
                                          const RunCosts& costs);

/// The same where every start and end costs `decoding.transition_cost`.
std::vector<std::uint8_t> DecodeSelection(std::span<const Real> scores,
                                          const Decoding& decoding);

/// The best z that is one run, even where nothing would be better; nothing
/// where no run may be. Of equal ones a shorter one.
std::vector<std::uint8_t> DecodeOneRun(std::span<const Real> scores,
                                       Real threshold, const RunCosts& costs);

/// From the start of each run's first word to the end of its last; `words` says
/// where every word stands.
std::vector<Span> SpansOfRuns(std::span<const Run> runs,
                              std::span<const Span> words);

}  // namespace whylight
