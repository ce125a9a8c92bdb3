// Runs of selected words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace whylight {

/// A maximal run of selected words, [first, last].
struct Run {
  std::size_t first;
  std::size_t last;
};

inline std::vector<Run> SelectedRuns(std::span<const std::uint8_t> selected) {
  std::vector<Run> runs;
  for (std::size_t t = 0; t < selected.size(); ++t) {
    if (!selected[t]) continue;
    if (t == 0 || !selected[t - 1]) runs.push_back({t, t});
    runs.back().last = t;
  }
  return runs;
}

}  // namespace whylight
