// The matrix products that word vectors are learned with: few rows, about as
// many columns as a vector has numbers. Not those of kernels.h: too small for
// anything to be packed, with a right side that is read as it lies, transposed
// or not. Vectors already learned keep their bits only if these keep their
// order of summation.
//
// The widest instruction set of the processor is chosen at run time. Results
// may differ between instruction sets in the last bits, never between runs or
// threads. Columns beyond a multiple of sixteen are computed one by one.
#pragma once

#include "core/math/matrix.h"

namespace whylight {

using ConstRows = Eigen::Ref<const Matrix>;

/// c = a · bᵀ: how much every row of `a` is like every row of `b`.
void RowDots(const ConstRows& a, const ConstRows& b, Eigen::Ref<Matrix> c);

/// c = a · b: sums of the rows of `b`.
void RowSums(const ConstRows& a, const ConstRows& b, Eigen::Ref<Matrix> c);

/// c = aᵀ · b.
void RowSumsTransposed(const ConstRows& a, const ConstRows& b,
                       Eigen::Ref<Matrix> c);

/// y = 1 / (1 + exp(-x)) of every number; `y` may be `x`.
void Logistic(const ConstRows& x, Eigen::Ref<Matrix> y);

}  // namespace whylight
