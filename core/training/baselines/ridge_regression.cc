#include "core/training/baselines/ridge_regression.h"

#include <Eigen/Dense>
#include <algorithm>
#include <limits>

namespace whylight {
namespace {

// In units of the mean variance of the features.
constexpr double kStrengths[] = {1e-3, 1e-2, 1e-1, 1, 1e1, 1e2};

}  // namespace

RidgeRegression RidgeRegression::Train(const Eigen::MatrixXd& features,
                                       const Eigen::MatrixXd& wanted) {
  const Eigen::RowVectorXd feature_means = features.colwise().mean();
  const Eigen::RowVectorXd wanted_means = wanted.colwise().mean();
  const Eigen::MatrixXd x = features.rowwise() - feature_means;
  const Eigen::MatrixXd y = wanted.rowwise() - wanted_means;

  // Along the axes of X'X every strength is a division.
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> axes(x.transpose() * x);
  const Eigen::ArrayXd lengths = axes.eigenvalues().array().max(0);
  const Eigen::MatrixXd turned = x * axes.eigenvectors();
  const Eigen::MatrixXd products = turned.transpose() * y;
  const Eigen::ArrayXXd squares = turned.array().square();
  const double unit = std::max(lengths.mean(), 1e-12);

  Eigen::RowVectorXd least = Eigen::RowVectorXd::Constant(
      y.cols(), std::numeric_limits<double>::infinity());
  RidgeRegression trained;
  trained.weights_.resize(x.cols(), y.cols());
  for (const double strength : kStrengths) {
    const Eigen::VectorXd shrunk = (lengths + strength * unit).inverse();
    const Eigen::MatrixXd weights = shrunk.asDiagonal() * products;
    // What leaving a row out would add to its error, in closed form: a row
    // bears a part of what is predicted for it.
    const Eigen::ArrayXd others = 1 - 1 / static_cast<double>(x.rows()) -
                                  (squares.matrix() * shrunk).array();
    const Eigen::ArrayXXd errors =
        (y - turned * weights).array().colwise() / others.max(1e-9);
    for (Eigen::Index column = 0; column < y.cols(); ++column) {
      const double error = errors.col(column).square().sum();
      if (error >= least(column)) continue;
      least(column) = error;
      trained.weights_.col(column) = axes.eigenvectors() * weights.col(column);
    }
  }
  trained.constant_ = wanted_means - feature_means * trained.weights_;
  return trained;
}

Eigen::MatrixXd RidgeRegression::Predict(
    const Eigen::MatrixXd& features) const {
  return (features * weights_).rowwise() + constant_;
}

}  // namespace whylight
