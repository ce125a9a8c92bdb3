// A linear regression that keeps its weights small, as small as predicts best
// (Hoerl and Kennard 1970; Golub, Heath and Wahba 1979).
#pragma once

#include <Eigen/Core>

namespace whylight {

class RidgeRegression {
 public:
  /// Learns to predict each column of `wanted` from the rows of `features`, at
  /// the strength, of some that are 10 times each other, that predicts best
  /// each row left out in turn. A constant is learned too, at no price. At
  /// least one row is expected.
  static RidgeRegression Train(const Eigen::MatrixXd& features,
                               const Eigen::MatrixXd& wanted);

  /// A row for each row of `features`.
  Eigen::MatrixXd Predict(const Eigen::MatrixXd& features) const;

 private:
  Eigen::MatrixXd weights_;
  Eigen::RowVectorXd constant_;
};

}  // namespace whylight
