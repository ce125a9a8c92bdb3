#include "core/systems/rationale/selection.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace whylight {
namespace {

bool IsEmpty(const std::vector<std::uint8_t>& selected) {
  return std::find(selected.begin(), selected.end(), 1) == selected.end();
}

}  // namespace

std::vector<std::uint8_t> SelectForAspect(const RationaleAspect& aspect,
                                          Real threshold,
                                          const EdgeCosts& costs,
                                          std::span<const Real> scores) {
  return KeepIfMentioned(aspect, threshold, costs, scores,
                         DecodeSelection(scores, threshold, costs));
}

std::vector<std::uint8_t> KeepIfMentioned(const RationaleAspect& aspect,
                                          Real threshold,
                                          const EdgeCosts& costs,
                                          std::span<const Real> scores,
                                          std::vector<std::uint8_t> selected) {
  if (!aspect.mention) return selected;
  const auto largest = std::max_element(scores.begin(), scores.end());
  if (largest == scores.end() || *largest < *aspect.mention) {
    return std::vector<std::uint8_t>(scores.size());
  }
  if (!IsEmpty(selected)) return selected;
  threshold = std::min(threshold, *aspect.mention);
  selected = DecodeOneRun(scores, threshold, costs);
  if (!IsEmpty(selected)) return selected;
  return DecodeOneRun(scores, threshold, SameCosts(scores.size(), 0));
}

Real DomainProbability(std::span<const Real> logits, Real bias) {
  Real mean = bias;
  if (!logits.empty()) {
    double sum = 0;
    for (const Real logit : logits) sum += static_cast<double>(logit);
    mean = static_cast<Real>(sum / static_cast<double>(logits.size()));
  }
  // Not in double, which would bring tables of its own into each module.
  return 1 / (1 + std::exp(-mean));
}

}  // namespace whylight
