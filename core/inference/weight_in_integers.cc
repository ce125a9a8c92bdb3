#include <algorithm>
#include <type_traits>

#include "core/inference/weight.h"
#include "core/math/integer_kernels.h"

namespace whylight {
namespace {

// The integers know floats alone.
template <typename T>
void Product(const IntegerRows& a, const IntegerMatrix& b, MutableRef<T> c,
             Into into) {
  if constexpr (std::is_same_v<T, float>) {
    Gemm(a, b, c, into);
  } else {
    MatrixOf<float> product(c.rows(), c.cols());
    Gemm(a, b, product, Into::kReplace);
    if (into == Into::kReplace) c.setZero();
    c += product.cast<T>();
  }
}

class IntegerWeight : public Weight {
 public:
  explicit IntegerWeight(const ConstRef<Real>& matrix)
      : matrix_(matrix.cast<float>()) {}

  void Multiply(const ConstRef<Real>& a, const Real* bias,
                MutableRef<Real> c) override {
    rows_.Assign(a.cast<float>());
    if (bias != nullptr) {
      for (Index r = 0; r < c.rows(); ++r) {
        std::copy_n(bias, c.cols(), c.row(r).data());
      }
    }
    Product<Real>(rows_, matrix_, c,
                  bias != nullptr ? Into::kAdd : Into::kReplace);
  }

 private:
  IntegerMatrix matrix_;
  IntegerRows rows_;  // Of `a`; kept for its memory.
};

}  // namespace

std::unique_ptr<Weight> MakeIntegerWeight(const ConstRef<Real>& matrix) {
  return std::make_unique<IntegerWeight>(matrix);
}

}  // namespace whylight
