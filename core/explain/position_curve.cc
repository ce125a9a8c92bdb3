#include "core/explain/position_curve.h"

#include <algorithm>
#include <string>

#include "core/math/kernels.h"

namespace whylight {

Result<PositionCurve> TracePositions(const Matrix& states,
                                     const Matrix& weights,
                                     const RowVector& bias,
                                     const std::vector<Real>& class_values) {
  const auto classes = static_cast<Index>(class_values.size());
  if (states.rows() == 0 || classes == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "curve: expected at least one word and one class, found " +
                     std::to_string(states.rows()) + " and " +
                     std::to_string(classes) + "."};
  }
  if (weights.rows() != states.cols() || weights.cols() != classes ||
      bias.cols() != classes) {
    return Error{ErrorCode::kInvalidArgument,
                 "curve: expected weights [" + std::to_string(states.cols()) +
                     " x " + std::to_string(classes) + "] and a bias [1 x " +
                     std::to_string(classes) + "], found [" +
                     std::to_string(weights.rows()) + " x " +
                     std::to_string(weights.cols()) + "] and [1 x " +
                     std::to_string(bias.cols()) + "]."};
  }
  PositionCurve result;
  result.logits = (states * weights).rowwise() + bias;
  result.mean_logits = result.logits.colwise().mean();
  result.probabilities = result.logits;
  SoftmaxRows<Real>(result.probabilities);

  const Eigen::Map<const RowVector> values(class_values.data(), classes);
  for (Index t = 0; t < states.rows(); ++t) {
    // Rounding may carry a certain class beyond its value.
    result.curve.push_back(std::clamp(result.probabilities.row(t).dot(values),
                                      values.minCoeff(), values.maxCoeff()));
  }
  return result;
}

}  // namespace whylight
