// A matrix that is multiplied by again and again, in floats or in integers.
#pragma once

#include <variant>

#include "core/math/integer_kernels.h"
#include "core/math/kernels.h"
#include "core/math/matrix.h"

namespace whylight {

/// What a model computes its large products in. Integers are faster and a
/// little less exact (math/integer_kernels.h).
enum class Arithmetic { kFloat, kInteger };

class Weight {
 public:
  Weight(const ConstRef<Real>& matrix, Arithmetic arithmetic);

  /// c = a · weight, or c += a · weight. For one thread at a time.
  void Multiply(const ConstRef<Real>& a, MutableRef<Real> c, Into into);

 private:
  std::variant<PackedMatrix<Real>, IntegerMatrix> matrix_;
  IntegerRows rows_;  // Of `a`, for IntegerMatrix.
};

}  // namespace whylight
