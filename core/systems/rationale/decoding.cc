#include "core/systems/rationale/decoding.h"

namespace whylight {

std::vector<std::uint8_t> DecodeSelection(std::span<const Real> scores,
                                          const Decoding& decoding) {
  const Real cost = decoding.transition_cost;
  // Best value of a prefix that ends unselected (0) or selected (1), and
  // whether the word before was selected in it.
  Real best[2] = {0, -cost};
  std::vector<std::uint8_t> from_selected[2];
  for (auto& from : from_selected) from.resize(scores.size());
  for (std::size_t t = 0; t < scores.size(); ++t) {
    if (t > 0) {
      const Real off = best[0];
      const Real on = best[1];
      from_selected[0][t] = on - cost > off;
      best[0] = from_selected[0][t] ? on - cost : off;
      from_selected[1][t] = on > off - cost;
      best[1] = from_selected[1][t] ? on : off - cost;
    }
    best[1] += scores[t] - decoding.threshold;
  }
  std::vector<std::uint8_t> selected(scores.size());
  std::uint8_t state = best[1] - cost > best[0];
  for (std::size_t t = scores.size(); t-- > 0;) {
    selected[t] = state;
    state = from_selected[state][t];
  }
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
