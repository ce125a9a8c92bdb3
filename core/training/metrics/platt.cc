#include "core/training/metrics/platt.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/training/metrics/check_numbers.h"

namespace whylight {
namespace {

constexpr int kMostSteps = 100;
constexpr double kEnough = 1e-10;

// log(1 + exp(x)), without overflow.
double Softplus(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

}  // namespace

double LogisticCurve::Probability(double score) const {
  return 1 / (1 + std::exp(-(slope * score + intercept)));
}

Result<LogisticCurve> FitLogisticCurve(
    std::span<const double> scores, std::span<const std::uint8_t> came_true) {
  if (Status checked = CheckNumbers(scores, came_true.size()); !checked.ok()) {
    return checked.error();
  }
  const auto positives =
      static_cast<double>(std::count(came_true.begin(), came_true.end(), 1));
  const double negatives = static_cast<double>(scores.size()) - positives;
  if (positives == 0 || negatives == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected examples that came true and others, found " +
                     std::to_string(static_cast<std::size_t>(positives)) +
                     " and " +
                     std::to_string(static_cast<std::size_t>(negatives))};
  }
  const double high = (positives + 1) / (positives + 2);
  const double low = 1 / (negatives + 2);
  const auto target = [&](std::size_t i) {
    return came_true[i] == 1 ? high : low;
  };
  const auto cost = [&](const LogisticCurve& curve) {
    double sum = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double logit = curve.slope * scores[i] + curve.intercept;
      sum += Softplus(logit) - target(i) * logit;
    }
    return sum;
  };
  LogisticCurve curve{0, std::log((positives + 1) / (negatives + 1))};
  double now = cost(curve);
  // Newton's method; a step that does not help is halved.
  for (int step = 0; step < kMostSteps; ++step) {
    double by_slope = 0;
    double by_intercept = 0;
    // The second derivatives, a little larger so that they can be inverted.
    double slope_slope = 1e-12;
    double slope_intercept = 0;
    double intercept_intercept = 1e-12;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double p = curve.Probability(scores[i]);
      const double weight = p * (1 - p);
      by_slope += (p - target(i)) * scores[i];
      by_intercept += p - target(i);
      slope_slope += weight * scores[i] * scores[i];
      slope_intercept += weight * scores[i];
      intercept_intercept += weight;
    }
    if (std::abs(by_slope) + std::abs(by_intercept) < kEnough) break;
    const double determinant =
        slope_slope * intercept_intercept - slope_intercept * slope_intercept;
    const double slope =
        (intercept_intercept * by_slope - slope_intercept * by_intercept) /
        determinant;
    const double intercept =
        (slope_slope * by_intercept - slope_intercept * by_slope) / determinant;
    double share = 1;
    LogisticCurve next = curve;
    double then = now;
    for (; share > 1e-10; share /= 2) {
      next = {curve.slope - share * slope, curve.intercept - share * intercept};
      then = cost(next);
      if (then < now) break;
    }
    if (!(then < now)) break;
    curve = next;
    now = then;
  }
  return curve;
}

}  // namespace whylight
