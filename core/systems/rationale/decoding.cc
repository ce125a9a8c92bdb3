#include "core/systems/rationale/decoding.h"

#include <limits>

namespace whylight {

std::vector<std::uint8_t> DecodeSelection(std::span<const Real> scores,
                                          Real threshold,
                                          const RunCosts& costs) {
  std::vector<std::uint8_t> selected(scores.size());
  if (scores.empty()) return selected;
  // Best value of a prefix that ends unselected (0) or selected (1), and
  // whether the word before was selected in it.
  Real best[2] = {0, -costs.start[0]};
  std::vector<std::uint8_t> from_selected[2];
  for (auto& from : from_selected) from.resize(scores.size());
  for (std::size_t t = 0; t < scores.size(); ++t) {
    if (t > 0) {
      const Real off = best[0];
      const Real on = best[1];
      const Real ended = on - costs.end[t - 1];
      const Real started = off - costs.start[t];
      from_selected[0][t] = ended > off;
      best[0] = from_selected[0][t] ? ended : off;
      from_selected[1][t] = on > started;
      best[1] = from_selected[1][t] ? on : started;
    }
    best[1] += scores[t] - threshold - costs.within[t];
  }
  std::uint8_t state = best[1] - costs.end.back() > best[0];
  for (std::size_t t = scores.size(); t-- > 0;) {
    selected[t] = state;
    state = from_selected[state][t];
  }
  return selected;
}

std::vector<std::uint8_t> DecodeSelection(std::span<const Real> scores,
                                          const Decoding& decoding) {
  return DecodeSelection(scores, decoding.threshold,
                         SameCosts(scores.size(), decoding.transition_cost));
}

std::vector<std::uint8_t> DecodeOneRun(std::span<const Real> scores,
                                       Real threshold, const RunCosts& costs) {
  std::vector<std::uint8_t> selected(scores.size());
  constexpr Real kNone = -std::numeric_limits<Real>::infinity();
  Real best = kNone;
  Run best_run{};
  // The best run that ends at a word, but for the cost of ending there.
  Real open = kNone;
  std::size_t first = 0;
  for (std::size_t t = 0; t < scores.size(); ++t) {
    if (-costs.start[t] >= open) {
      open = -costs.start[t];
      first = t;
    }
    open += scores[t] - threshold - costs.within[t];
    if (open - costs.end[t] > best) {
      best = open - costs.end[t];
      best_run = {first, t};
    }
  }
  if (best == kNone) return selected;
  for (std::size_t t = best_run.first; t <= best_run.last; ++t) selected[t] = 1;
  return selected;
}

std::vector<Span> SpansOfRuns(std::span<const Run> runs,
                              std::span<const Span> words) {
  std::vector<Span> spans;
  spans.reserve(runs.size());
  for (const Run& run : runs) {
    spans.push_back({words[run.first].start, words[run.last].end});
  }
  return spans;
}

}  // namespace whylight
