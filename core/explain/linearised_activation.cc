#include "core/explain/linearised_activation.h"

#include <cmath>

namespace whylight {

Matrix ActivationSlopes(Activation activation, const Matrix& pre_activations) {
  switch (activation) {
    case Activation::kTanh:
      return 1 - pre_activations.array().tanh().square();
    case Activation::kRelu:
      return (pre_activations.array() > 0).cast<Real>();
    case Activation::kIdentity:
      break;
  }
  return Matrix::Ones(pre_activations.rows(), pre_activations.cols());
}

double ActivationResidual(Activation activation, const Matrix& pre_activations,
                          const Matrix& weights) {
  return ActivationResiduals(activation, pre_activations, weights).sum();
}

Eigen::RowVectorXd ActivationResiduals(Activation activation,
                                       const Matrix& pre_activations,
                                       const Matrix& weights) {
  if (activation != Activation::kTanh) {
    return Eigen::RowVectorXd::Zero(weights.cols());
  }
  // The slopes as an explanation has them, rounded, so that the parts add up.
  const Matrix slopes = ActivationSlopes(activation, pre_activations);
  const auto s = pre_activations.array().cast<double>();
  return (weights.array().cast<double>() *
          (s.tanh() - slopes.array().cast<double>() * s))
      .colwise()
      .sum();
}

double Completeness::error() const {
  return std::abs(logit - (ngrams + bias + residual));
}

}  // namespace whylight
