// Scores as probabilities (Platt 1999; Lin, Lin and Weng 2007).
#pragma once

#include <cstdint>
#include <span>

#include "core/base/result.h"

namespace whylight {

/// P(came true | score) = 1 / (1 + exp(-(slope · score + intercept)))
struct LogisticCurve {
  double slope = 0;
  double intercept = 0;

  double Probability(double score) const;
};

/// The curve of largest likelihood, for targets that are a little less sure
/// than 0 and 1, so that classes which scores tell apart have one, too. Fails
/// without an example of either kind, and where a score is NaN.
Result<LogisticCurve> FitLogisticCurve(std::span<const double> scores,
                                       std::span<const std::uint8_t> came_true);

}  // namespace whylight
