// Softmax over the rows of a matrix, in place.
#pragma once

#include "core/math/matrix.h"

namespace whylight {

/// Turns every row of `x` into probabilities; no overflow at any size.
inline void SoftmaxRows(Eigen::Ref<Matrix> x) {
  for (Index r = 0; r < x.rows(); ++r) {
    x.row(r).array() -= x.row(r).maxCoeff();
    x.row(r) = x.row(r).array().exp();
    x.row(r) /= x.row(r).sum();
  }
}

}  // namespace whylight
