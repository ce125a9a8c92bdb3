// Products in integers: half the bytes and up to twice the speed of float, for
// a loss that is measured once for each model. Off unless somebody asks for it.
//
// A weight is an integer times the scale of its column, an activation one times
// the scale of its row. Both fill lanes of 16 bits, whose products are summed
// in 32: no sum overflows, because weights are scaled so that the sizes of a
// column add up to less than 2^31 / kMostActivation. With 200 rows of weights
// that leaves 12 to 14 bits for a weight. Weights of 8 bits would fit into half
// the memory, but are no faster, since they have to be widened first, and some
// twenty times less exact.
//
// The integers, and so the floats, are the same on every instruction set.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "core/math/kernels.h"

namespace whylight {

/// The size of the largest activation of a row, as an integer.
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
  /// What the integers of a row are multiplied by; not a number if one of the
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
  /// What the integers of a column are multiplied by.
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
