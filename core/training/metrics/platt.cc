#include "core/training/metrics/platt.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>

#include "core/training/metrics/check_numbers.h"

namespace whylight {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kMostSteps = 100;
constexpr double kEnough = 1e-10;

// log(1 + exp(x)), without overflow.
double Softplus(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

double LogisticModel::Probability(std::span<const double> x) const {
  double logit = intercept;
  for (std::size_t k = 0; k < slopes.size(); ++k) logit += slopes[k] * x[k];
  return Sigmoid(logit);
}

double LogisticCurve::Probability(double score) const {
  return Sigmoid(slope * score + intercept);
}

Result<LogisticModel> FitLogisticModel(
    std::span<const double> x, std::span<const std::uint8_t> came_true) {
  const std::size_t n = came_true.size();
  const std::size_t width = n == 0 ? 0 : x.size() / n;
  if (Status checked = CheckNumbers(x, n * width); !checked.ok()) {
    return checked.error();
  }
  const auto positives =
      static_cast<double>(std::count(came_true.begin(), came_true.end(), 1));
  const double negatives = static_cast<double>(n) - positives;
  if (positives == 0 || negatives == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected examples that came true and others, found " +
                     std::to_string(static_cast<std::size_t>(positives)) +
                     " and " +
                     std::to_string(static_cast<std::size_t>(negatives))};
  }
  // A row for each example; the last column is that of the intercept.
  const auto rows = static_cast<Eigen::Index>(n);
  const auto columns = static_cast<Eigen::Index>(width);
  MatrixXd design = MatrixXd::Ones(rows, columns + 1);
  VectorXd targets(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const auto example = static_cast<std::size_t>(i);
    for (Eigen::Index k = 0; k < columns; ++k) {
      design(i, k) = x[example * width + static_cast<std::size_t>(k)];
    }
    targets(i) = came_true[example] == 1 ? (positives + 1) / (positives + 2)
                                         : 1 / (negatives + 2);
  }
  const auto cost = [&](const VectorXd& weights) {
    const VectorXd logits = design * weights;
    double sum = 0;
    for (Eigen::Index i = 0; i < rows; ++i) {
      sum += Softplus(logits(i)) - targets(i) * logits(i);
    }
    return sum;
  };
  VectorXd weights = VectorXd::Zero(columns + 1);
  weights(columns) = std::log((positives + 1) / (negatives + 1));
  double now = cost(weights);
  // Newton's method; a step that does not help is halved.
  for (int step = 0; step < kMostSteps; ++step) {
    const VectorXd p = (design * weights).unaryExpr(&Sigmoid);
    const VectorXd gradient = design.transpose() * (p - targets);
    if (gradient.lpNorm<1>() < kEnough) break;
    // A little larger than it is, so that it can be inverted.
    MatrixXd hessian = design.transpose() *
                       (p.array() * (1 - p.array())).matrix().asDiagonal() *
                       design;
    hessian.diagonal().array() += 1e-12;
    const VectorXd direction = hessian.ldlt().solve(gradient);
    VectorXd next = weights;
    double then = now;
    for (double share = 1; share > 1e-10; share /= 2) {
      next = weights - share * direction;
      then = cost(next);
      if (then < now) break;
    }
    if (!(then < now)) break;
    weights = next;
    now = then;
  }
  return LogisticModel{{weights.data(), weights.data() + width},
                       weights(columns)};
}

Result<LogisticCurve> FitLogisticCurve(
    std::span<const double> scores, std::span<const std::uint8_t> came_true) {
  if (Status checked = CheckNumbers(scores, came_true.size()); !checked.ok()) {
    return checked.error();
  }
  const Result<LogisticModel> model = FitLogisticModel(scores, came_true);
  if (!model.ok()) return model.error();
  return LogisticCurve{model.value().slopes.front(), model.value().intercept};
}

}  // namespace whylight
