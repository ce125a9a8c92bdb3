// A matrix that is multiplied by again and again, in floats or in integers,
// which are faster and a little less exact (math/integer_kernels.h). A program
// that names one of the makers alone holds nothing of the other.
#pragma once

#include <memory>

#include "core/math/kernels.h"
#include "core/math/matrix.h"

namespace whylight {

class Weight {
 public:
  virtual ~Weight() = default;

  /// c = a · weight with `bias`, which may be null, added to every row. For one
  /// thread at a time.
  virtual void Multiply(const ConstRef<Real>& a, const Real* bias,
                        MutableRef<Real> c) = 0;
};

using WeightMaker = std::unique_ptr<Weight> (*)(const ConstRef<Real>& matrix);

std::unique_ptr<Weight> MakeFloatWeight(const ConstRef<Real>& matrix);
std::unique_ptr<Weight> MakeIntegerWeight(const ConstRef<Real>& matrix);

}  // namespace whylight
