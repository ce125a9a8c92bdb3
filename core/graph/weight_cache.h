// Packed forms of parameters, for graphs that multiply by the same ones.
#pragma once

#include <memory>

#include "core/math/kernels.h"
#include "core/math/matrix.h"

namespace whylight {

using PackedWeight = std::shared_ptr<const PackedMatrix<Real>>;

/// `weight`, or its transpose, packed for products.
inline PackedWeight PackWeight(const ConstMatrixView& weight, bool transposed) {
  return std::make_shared<const PackedMatrix<Real>>(
      transposed ? PackedMatrix<Real>::Transposed(weight)
                 : PackedMatrix<Real>(weight));
}

/// Keeps what has been packed for as long as parameters do not change. Who
/// shares one between threads makes it safe for that.
class WeightCache {
 public:
  virtual ~WeightCache() = default;

  /// `weight` lies where its parameter is.
  virtual PackedWeight Packed(const ConstMatrixView& weight,
                              bool transposed) = 0;
};

}  // namespace whylight
