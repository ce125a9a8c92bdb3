// Products in integers: half the bytes of float and, as wasm, 1.6 to 1.9 times
// its speed, for errors of some 2e-4 of a product's size. Off unless somebody
// asks for it.
//
// A weight is an integer times the scale of its column, an activation one times
// the scale of its row. Both fill lanes of 16 bits, whose products are summed
// in 32. No sum overflows: the weights are scaled so that the sizes of a column
// add up to less than 2^31 / kMostActivation, which with 200 rows leaves each
// of them 13 or 14 bits. Weights of 8 bits would take half the memory, but they
// have to be widened first, which as wasm takes 1.2 to 1.5 times as long, and
// the errors were 30 times as large. A million rows are the most there can be.
//
// The integers, and so the floats, are the same on every instruction set.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "core/math/kernels.h"

namespace whylight {

/// The size of a row's largest activation, as an integer.
inline constexpr std::int32_t kMostActivation = 4095;

/// Rows of activations as integers. Assigned to again and again it allocates
/// only for more than it ever held.
class IntegerRows {
 public:
  using Index = Eigen::Index;

  void Assign(const ConstRef<float>& rows);

  Index rows() const { return static_cast<Index>(scales_.size()); }
  Index cols() const { return cols_; }
  /// Followed by a zero if their number is odd.
  const std::int16_t* row(Index r) const { return data_.data() + r * stride_; }
  /// The factor of the integers of a row; not a number if one of the
  /// row's numbers is infinite or none.
  float scale(Index r) const { return scales_[static_cast<std::size_t>(r)]; }

 private:
  Index cols_ = 0;
  Index stride_ = 0;
  std::vector<std::int16_t> data_;
  std::vector<float> scales_;
};

/// The right side of many products: weights as integers, in panels of 16
/// columns, for each two rows of which the columns' pairs lie side by side.
class IntegerMatrix {
 public:
  using Index = Eigen::Index;

  /// `matrix` holds finite numbers.
  explicit IntegerMatrix(const ConstRef<float>& matrix);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  const std::int16_t* panel(Index p) const {
    return data_.data() + p * panel_size_;
  }
  /// The factor of the integers of a column.
  const float* scales() const { return scales_.data(); }

 private:
  Index rows_;
  Index cols_;
  Index panel_size_;
  Eigen::Array<std::int16_t, Eigen::Dynamic, 1> data_;
  std::vector<float> scales_;
};

/// c = a · b, or c += a · b.
void Gemm(const IntegerRows& a, const IntegerMatrix& b, MutableRef<float> c,
          Into into);

}  // namespace whylight
