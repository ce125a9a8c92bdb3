#include "core/train/engine/adam.h"

#include <cmath>
#include <utility>

namespace whylight {

Adam::Adam(std::vector<Parameter*> parameters, const AdamOptions& options)
    : parameters_(std::move(parameters)), options_(options) {
  for (const Parameter* parameter : parameters_) {
    const Index rows = parameter->value.rows();
    const Index cols = parameter->value.cols();
    mean_.push_back(Matrix::Zero(rows, cols));
    square_.push_back(Matrix::Zero(rows, cols));
  }
}

Status Adam::Step(std::vector<Matrix>& gradients) {
  double squared_norm = 0;
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    const auto squared = static_cast<double>(gradients[p].squaredNorm());
    if (!std::isfinite(squared)) {
      return Error{ErrorCode::kNotFinite, "the gradient of " +
                                              parameters_[p]->name +
                                              " is not finite at update " +
                                              std::to_string(steps_ + 1)};
    }
    squared_norm += squared;
  }
  const double norm = std::sqrt(squared_norm);
  if (options_.clip_norm > 0 && norm > options_.clip_norm) {
    const auto scale = static_cast<Real>(options_.clip_norm / norm);
    for (Matrix& gradient : gradients) gradient *= scale;
  }

  ++steps_;
  const double correction = std::sqrt(1 - std::pow(options_.beta2, steps_)) /
                            (1 - std::pow(options_.beta1, steps_));
  const auto rate = static_cast<Real>(options_.learning_rate * correction);
  const auto beta1 = static_cast<Real>(options_.beta1);
  const auto beta2 = static_cast<Real>(options_.beta2);
  const auto epsilon = static_cast<Real>(options_.epsilon);
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    const auto g = gradients[p].array();
    auto m = mean_[p].array();
    auto v = square_[p].array();
    m += (1 - beta1) * (g - m);
    v += (1 - beta2) * (g.square() - v);
    parameters_[p]->value.array() -= rate * m / (v.sqrt() + epsilon);
  }
  return {};
}

}  // namespace whylight
