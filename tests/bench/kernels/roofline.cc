#include "tests/bench/kernels/roofline.h"

#include "core/math/targets-inl.h"
// Highway is told by the above.
#include <hwy/highway.h>

#include <array>
#include <cstddef>

namespace whylight {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// As in the tile of a product, but nothing is read except one factor a row,
// without which the products would be computed once and for all. Six chains of
// additions hide that one waits for the other, and every engine keeps them, the
// factors and the products in registers.
constexpr std::size_t kRows = 2;
constexpr std::size_t kVectors = 3;
constexpr std::size_t kSteps = 4096;
constexpr hn::CappedTag<float, 4> kTag;
constexpr std::size_t kLanes = hn::MaxLanes(kTag);

}  // namespace

double RooflineFlops() {
  return 2.0 * static_cast<double>(kRows * kVectors * kLanes * kSteps);
}

void RunRoofline() {
  // Not const: the compiler must not know what they hold.
  static std::array<float, kRows* kSteps> factors = {1};
  static std::array<float, kVectors* kLanes> numbers = {1};
  hn::Vec<decltype(kTag)> sums[kRows][kVectors];
  hn::Vec<decltype(kTag)> row[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) {
    row[v] = hn::LoadU(kTag, numbers.data() + v * kLanes);
    for (auto& sum : sums) sum[v] = hn::Zero(kTag);
  }
  const float* factor = factors.data();
#pragma clang loop unroll(disable)
  for (std::size_t k = 0; k < kSteps; ++k) {
    for (std::size_t r = 0; r < kRows; ++r) {
      const auto x = hn::Set(kTag, factor[r]);
      for (std::size_t v = 0; v < kVectors; ++v) {
        sums[r][v] = hn::MulAdd(x, row[v], sums[r][v]);
      }
    }
    factor += kRows;
  }
  auto total = hn::Zero(kTag);
  for (const auto& sum : sums) {
    for (const auto& vector : sum) total = hn::Add(total, vector);
  }
  numbers[0] = factors[0] = hn::GetLane(total);
}

}  // namespace whylight
