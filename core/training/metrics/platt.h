// Scores as probabilities: logistic regression (Platt 1999; Lin, Lin and Weng
// 2007).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace whylight {

/// P(came true | x) = 1 / (1 + exp(-(slopes · x + intercept)))
struct LogisticModel {
  std::vector<double> slopes;
  double intercept = 0;

  double Probability(std::span<const double> x) const;
};

/// The model of largest likelihood, for targets that are a little less sure
/// than 0 and 1, so that classes which `x` tells apart have one, too. `x` has
/// the numbers of the first example, then those of the second and so on. Fails
/// without an example of either kind, and where a number is NaN.
Result<LogisticModel> FitLogisticModel(std::span<const double> x,
                                       std::span<const std::uint8_t> came_true);

/// The same of one score.
struct LogisticCurve {
  double slope = 0;
  double intercept = 0;

  double Probability(double score) const;
};

Result<LogisticCurve> FitLogisticCurve(std::span<const double> scores,
                                       std::span<const std::uint8_t> came_true);

}  // namespace whylight
