// Functions of every element, and of the rows, of a matrix.
#include <algorithm>
#include <limits>

#include "core/math/kernels.h"
#include "core/math/targets-inl.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/math/functions.cc"
#include <hwy/foreach_target.h>

#include "core/math/vector_functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace whylight::HWY_NAMESPACE {
namespace {

using Eigen::Index;

template <typename T>
void EachExp(const T* x, T* y, Index count) {
  ForEachVector<T>(count, [&](auto d, Index i) HWY_ATTR {
    hn::StoreU(VectorExp(d, hn::LoadU(d, x + i)), d, y + i);
  });
}

template <typename T>
void EachTanh(const T* x, T* y, Index count) {
  ForEachVector<T>(count, [&](auto d, Index i) HWY_ATTR {
    hn::StoreU(VectorTanh(d, hn::LoadU(d, x + i)), d, y + i);
  });
}

template <typename T>
void EachSigmoid(const T* x, T* y, Index count) {
  ForEachVector<T>(count, [&](auto d, Index i) HWY_ATTR {
    hn::StoreU(VectorSigmoid(d, hn::LoadU(d, x + i)), d, y + i);
  });
}

template <typename T>
void SoftmaxRow(T* x, Index count) {
  T largest = std::numeric_limits<T>::lowest();
  ForEachVector<T>(count, [&](auto d, Index i) HWY_ATTR {
    const auto most = hn::MaxOfLanes(d, hn::LoadU(d, x + i));
    largest = std::max(largest, hn::GetLane(most));
  });
  T total = 0;
  ForEachVector<T>(count, [&](auto d, Index i) HWY_ATTR {
    const auto e =
        VectorExp(d, hn::Sub(hn::LoadU(d, x + i), hn::Set(d, largest)));
    hn::StoreU(e, d, x + i);
    total += hn::GetLane(hn::SumOfLanes(d, e));
  });
  ForEachVector<T>(count, [&](auto d, Index i) HWY_ATTR {
    hn::StoreU(hn::Div(hn::LoadU(d, x + i), hn::Set(d, total)), d, x + i);
  });
}

void ExpFloat(const float* x, float* y, Index count) { EachExp(x, y, count); }
void TanhFloat(const float* x, float* y, Index count) { EachTanh(x, y, count); }
void SigmoidFloat(const float* x, float* y, Index count) {
  EachSigmoid(x, y, count);
}
void SoftmaxFloat(float* x, Index count) { SoftmaxRow(x, count); }

#if HWY_HAVE_FLOAT64
void ExpDouble(const double* x, double* y, Index count) {
  EachExp(x, y, count);
}
void TanhDouble(const double* x, double* y, Index count) {
  EachTanh(x, y, count);
}
void SigmoidDouble(const double* x, double* y, Index count) {
  EachSigmoid(x, y, count);
}
void SoftmaxDouble(double* x, Index count) { SoftmaxRow(x, count); }
#endif

}  // namespace
}  // namespace whylight::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whylight {
namespace {

HWY_EXPORT(ExpFloat);
HWY_EXPORT(TanhFloat);
HWY_EXPORT(SigmoidFloat);
HWY_EXPORT(SoftmaxFloat);

}  // namespace

template <>
void Exp(const float* x, float* y, Eigen::Index count) {
  HWY_DYNAMIC_DISPATCH(ExpFloat)(x, y, count);
}
template <>
void Tanh(const float* x, float* y, Eigen::Index count) {
  HWY_DYNAMIC_DISPATCH(TanhFloat)(x, y, count);
}
template <>
void Sigmoid(const float* x, float* y, Eigen::Index count) {
  HWY_DYNAMIC_DISPATCH(SigmoidFloat)(x, y, count);
}
template <>
void SoftmaxRows(MutableRef<float> x) {
  for (Eigen::Index r = 0; r < x.rows(); ++r) {
    HWY_DYNAMIC_DISPATCH(SoftmaxFloat)(x.row(r).data(), x.cols());
  }
}

#if HWY_HAVE_FLOAT64
namespace {

HWY_EXPORT(ExpDouble);
HWY_EXPORT(TanhDouble);
HWY_EXPORT(SigmoidDouble);
HWY_EXPORT(SoftmaxDouble);

}  // namespace

template <>
void Exp(const double* x, double* y, Eigen::Index count) {
  HWY_DYNAMIC_DISPATCH(ExpDouble)(x, y, count);
}
template <>
void Tanh(const double* x, double* y, Eigen::Index count) {
  HWY_DYNAMIC_DISPATCH(TanhDouble)(x, y, count);
}
template <>
void Sigmoid(const double* x, double* y, Eigen::Index count) {
  HWY_DYNAMIC_DISPATCH(SigmoidDouble)(x, y, count);
}
template <>
void SoftmaxRows(MutableRef<double> x) {
  for (Eigen::Index r = 0; r < x.rows(); ++r) {
    HWY_DYNAMIC_DISPATCH(SoftmaxDouble)(x.row(r).data(), x.cols());
  }
}
#endif

}  // namespace whylight
#endif
