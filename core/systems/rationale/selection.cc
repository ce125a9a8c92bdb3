#include "core/systems/rationale/selection.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace whylight {
namespace {

bool IsEmpty(const std::vector<std::uint8_t>& selected) {
  return std::find(selected.begin(), selected.end(), 1) == selected.end();
}

// The run that is selected first as the threshold is lowered: the one with the
// largest mean of its scores, less its costs. Nothing where no run is allowed.
std::vector<std::uint8_t> DecodeLowered(std::span<const Real> scores,
                                        Real threshold, const RunCosts& costs) {
  // Each threshold is the mean of the best run at the one before, until it
  // rises no more (Dinkelbach's method); the first may be too high.
  for (bool first = true;; first = false) {
    std::vector<std::uint8_t> selected = DecodeOneRun(scores, threshold, costs);
    Real mean = 0;
    Real words = 0;
    for (std::size_t t = 0; t < scores.size(); ++t) {
      if (!selected[t]) continue;
      mean += scores[t] - costs.within[t];
      words += 1;
      if (t == 0 || !selected[t - 1]) mean -= costs.start[t];
      if (t + 1 == scores.size() || !selected[t + 1]) mean -= costs.end[t];
    }
    mean /= words;
    // Not so either if there is no word.
    if (!(first ? mean < threshold : mean > threshold)) return selected;
    threshold = mean;
  }
}

}  // namespace

Real ThresholdIn(const RationaleAspect& aspect, Real threshold,
                 std::size_t words) {
  if (!aspect.short_threshold || words >= kLongWords) return threshold;
  const Real lower = std::min(*aspect.short_threshold, threshold);
  if (words <= kShortWords) return lower;
  return lower + (threshold - lower) * static_cast<Real>(words - kShortWords) /
                     static_cast<Real>(kLongWords - kShortWords);
}

std::vector<std::uint8_t> SelectForAspect(const RationaleAspect& aspect,
                                          Real threshold, const RunCosts& costs,
                                          std::span<const Real> scores) {
  threshold = ThresholdIn(aspect, threshold, scores.size());
  return KeepIfMentioned(aspect, threshold, costs, scores,
                         DecodeSelection(scores, threshold, costs));
}

std::vector<std::uint8_t> KeepIfMentioned(const RationaleAspect& aspect,
                                          Real threshold, const RunCosts& costs,
                                          std::span<const Real> scores,
                                          std::vector<std::uint8_t> selected) {
  if (!aspect.mention) return selected;
  const auto largest = std::max_element(scores.begin(), scores.end());
  if (largest == scores.end() || *largest < *aspect.mention) {
    return std::vector<std::uint8_t>(scores.size());
  }
  if (!IsEmpty(selected)) return selected;
  selected = DecodeLowered(scores, threshold, costs);
  if (!IsEmpty(selected)) return selected;
  return DecodeLowered(scores, threshold, SameCosts(scores.size(), 0));
}

Real DomainProbability(std::span<const Real> logits, Real bias,
                       bool knows_words) {
  Real mean = bias;
  if (!logits.empty() && !knows_words) return 0;
  if (!logits.empty()) {
    double sum = 0;
    for (const Real logit : logits) sum += static_cast<double>(logit);
    mean = static_cast<Real>(sum / static_cast<double>(logits.size()));
  }
  // Not in double, which would bring tables of its own into each module.
  return 1 / (1 + std::exp(-mean));
}

}  // namespace whylight
