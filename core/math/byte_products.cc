#include "core/math/byte_products.h"

#include "core/math/targets-inl.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/math/byte_products.cc"
#include <hwy/foreach_target.h>
// Must come after the line above.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace whylight::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Eigen::Index;

#if HWY_TARGET == HWY_SCALAR

template <int kRows>
void MultiplyRows(const std::int8_t* rows, Index stride,
                  const std::int16_t* query, std::int32_t* products) {
  for (int r = 0; r < kRows; ++r) {
    std::int32_t sum = 0;
    for (Index k = 0; k < stride; ++k) {
      sum += static_cast<std::int32_t>(rows[r * stride + k]) * query[k];
    }
    products[r] = sum;
  }
}

#else

// A block at a time, which every instruction set's vectors divide. Wider ones
// would wait for memory all the same.
template <int kRows>
HWY_INLINE void MultiplyRows(const std::int8_t* rows, Index stride,
                             const std::int16_t* query,
                             std::int32_t* products) {
  const hn::CappedTag<std::int16_t, kByteBlock> d16;
  const hn::Rebind<std::int8_t, decltype(d16)> d8;
  const hn::Repartition<std::int32_t, decltype(d16)> d32;
  const auto lanes = static_cast<Index>(hn::MaxLanes(d16));
  hn::Vec<decltype(d32)> even[kRows];
  hn::Vec<decltype(d32)> odd[kRows];
  for (int r = 0; r < kRows; ++r) even[r] = odd[r] = hn::Zero(d32);
  for (Index k = 0; k < stride; k += lanes) {
    const auto numbers = hn::LoadU(d16, query + k);
    for (int r = 0; r < kRows; ++r) {
      const auto row = hn::PromoteTo(d16, hn::LoadU(d8, rows + r * stride + k));
      even[r] =
          hn::ReorderWidenMulAccumulate(d32, row, numbers, even[r], odd[r]);
    }
  }
  for (int r = 0; r < kRows; ++r) {
    products[r] = hn::GetLane(hn::SumOfLanes(d32, hn::Add(even[r], odd[r])));
  }
}

#endif

void ByteProducts(const std::int8_t* rows, Index count, Index stride,
                  const std::int16_t* query, std::int32_t* products) {
  // So many share a read of the query.
  constexpr int kRows = 4;
  Index r = 0;
  for (; r + kRows <= count; r += kRows) {
    MultiplyRows<kRows>(rows + r * stride, stride, query, products + r);
  }
  for (; r < count; ++r) {
    MultiplyRows<1>(rows + r * stride, stride, query, products + r);
  }
}

}  // namespace
}  // namespace whylight::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whylight {

HWY_EXPORT(ByteProducts);

void ByteProducts(const std::int8_t* rows, Eigen::Index count,
                  Eigen::Index stride, const std::int16_t* query,
                  std::int32_t* products) {
  eigen_assert(stride % kByteBlock == 0);
  HWY_DYNAMIC_DISPATCH(ByteProducts)(rows, count, stride, query, products);
}

}  // namespace whylight
#endif
