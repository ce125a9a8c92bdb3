// The number type and the dense types of the house: row-major, one row per
// word.
#pragma once

#include <Eigen/Core>

namespace whylight {

// The tests compile the same sources with double, where central differences
// are sharp enough to prove a gradient.
#ifdef WHYLIGHT_DOUBLE
using Real = double;
#else
using Real = float;
#endif

using Index = Eigen::Index;
using Matrix =
    Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<Real, 1, Eigen::Dynamic, Eigen::RowMajor>;

/// Views of memory that somebody else owns.
using ConstMatrixView = Eigen::Map<const Matrix>;
using MatrixView = Eigen::Map<Matrix>;

}  // namespace whylight
