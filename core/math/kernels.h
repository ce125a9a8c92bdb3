// The inner loops where time goes, and the only SIMD of the house: matrix
// products and element-by-element functions. What a step of a recurrence adds
// to them is in recurrence_kernels.h.
//
// Natively the widest instruction set of the processor is chosen at run time,
// so one binary is fast here and runs there; wasm has one. Results may differ
// between instruction sets in the last bits, never between runs. Instantiated
// for float and, where vectors of it exist, for double: the tests use it.
#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace whylight {

/// Row-major matrices, and parts of their columns, that somebody else owns.
template <typename T>
using MatrixOf =
    Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename T>
using ConstRef = Eigen::Ref<const MatrixOf<T>, 0, Eigen::OuterStride<>>;
template <typename T>
using MutableRef = Eigen::Ref<MatrixOf<T>, 0, Eigen::OuterStride<>>;

/// Columns of a matrix that a product reads side by side: a cache line.
template <typename T>
inline constexpr Eigen::Index kPanelWidth = 64 / static_cast<int>(sizeof(T));

/// The right side of many products, laid out once in the order in which they
/// read it: panels of kPanelWidth columns, row after row, the last one filled
/// up with zeros.
template <typename T>
class PackedMatrix {
 public:
  using Index = Eigen::Index;

  PackedMatrix() = default;
  explicit PackedMatrix(const ConstRef<T>& matrix) { Pack(matrix); }
  /// The transpose of `matrix`.
  static PackedMatrix Transposed(const ConstRef<T>& matrix) {
    PackedMatrix packed;
    packed.PackTransposed(matrix);
    return packed;
  }

  /// Takes the place of what was packed, in the same memory if it is as large.
  void Pack(const ConstRef<T>& matrix);
  void PackTransposed(const ConstRef<T>& matrix);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  const T* data() const { return data_.data(); }

 private:
  void Resize(Index rows, Index cols);

  Index rows_ = 0;
  Index cols_ = 0;
  // Eigen aligns what it allocates for the widest vectors.
  Eigen::Array<T, Eigen::Dynamic, 1> data_;
};

/// Whether to keep the numbers that are already in the result.
enum class Into { kReplace, kAdd };

/// c = a · b, or c += a · b. Every number of `c` is summed in the order of the
/// rows of `b`, as many at a time whatever the sizes, so that a row of `c` has
/// the same bits whatever the other rows of `a` are and however many.
template <typename T>
void Gemm(const ConstRef<T>& a, const PackedMatrix<T>& b, MutableRef<T> c,
          Into into);

/// The same numbers to the bit, of a matrix that is not packed: for few rows.
template <typename T>
void Gemm(const ConstRef<T>& a, const ConstRef<T>& b, MutableRef<T> c,
          Into into);

/// c = aᵀ · b, or c += aᵀ · b: the gradient of a weight from its inputs and
/// what came out. A row of `c` has the same bits whatever the other columns of
/// `a` are and however many.
template <typename T>
void TransposedProduct(const ConstRef<T>& a, const ConstRef<T>& b,
                       MutableRef<T> c, Into into);

/// y = exp(x), tanh(x) and 1 / (1 + exp(-x)) of `count` numbers; `y` may be
/// `x`. What is not a number stays so. In float exp is off by at most 3e-7 of
/// its value, tanh by 5e-7 of its value, the sigmoid by 2e-7.
template <typename T>
void Exp(const T* x, T* y, Eigen::Index count);
template <typename T>
void Tanh(const T* x, T* y, Eigen::Index count);
template <typename T>
void Sigmoid(const T* x, T* y, Eigen::Index count);

/// Turns every row of `x` into probabilities; no overflow at any size.
template <typename T>
void SoftmaxRows(MutableRef<T> x);

}  // namespace whylight
