#include "core/inference/weight.h"

#include <type_traits>

namespace whylight {
namespace {

std::variant<PackedMatrix<Real>, IntegerMatrix> Pack(
    const ConstRef<Real>& matrix, Arithmetic arithmetic) {
  if (arithmetic == Arithmetic::kFloat) return PackedMatrix<Real>(matrix);
  return IntegerMatrix(matrix.cast<float>());
}

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

}  // namespace

Weight::Weight(const ConstRef<Real>& matrix, Arithmetic arithmetic)
    : matrix_(Pack(matrix, arithmetic)) {}

void Weight::Multiply(const ConstRef<Real>& a, MutableRef<Real> c, Into into) {
  if (const auto* const packed = std::get_if<PackedMatrix<Real>>(&matrix_)) {
    Gemm<Real>(a, *packed, c, into);
    return;
  }
  const IntegerMatrix& integers = *std::get_if<IntegerMatrix>(&matrix_);
  rows_.Assign(a.cast<float>());
  Product<Real>(rows_, integers, c, into);
}

}  // namespace whylight
