// Products that a row is added to.
#pragma once

#include "core/math/kernels.h"

namespace whylight {

/// c = a · b with `bias` added to every row: the bits of Gemm into rows that
/// hold it, without a pass to write them. Nothing is added if it is null.
template <typename T>
void GemmWithBias(const ConstRef<T>& a, const PackedMatrix<T>& b, const T* bias,
                  MutableRef<T> c);
template <typename T>
void GemmWithBias(const ConstRef<T>& a, const ConstRef<T>& b, const T* bias,
                  MutableRef<T> c);

}  // namespace whylight
