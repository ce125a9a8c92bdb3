#include "core/math/integer_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/math/targets-inl.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/math/integer_kernels.cc"
#include <hwy/foreach_target.h>

#include "core/math/vector_functions-inl.h"

#ifndef WHYLIGHT_INTEGER_ARGUMENTS
#define WHYLIGHT_INTEGER_ARGUMENTS
namespace whylight {
namespace {

using Eigen::Index;

// Columns of a panel, whose pairs of integers fill a cache line.
constexpr Index kPanelColumns = 16;

// A row whose numbers are all smaller than this is nothing but zeros.
constexpr float kLeast = 1e-30F;

struct IntegerProduct {
  const IntegerRows* a;
  const IntegerMatrix* b;
  float* c;
  Index c_row;
  Into into;
};

}  // namespace
}  // namespace whylight
#endif

HWY_BEFORE_NAMESPACE();
namespace whylight::HWY_NAMESPACE {
namespace {

// Returns the scale of the row.
float QuantiseRow(const float* x, Index count, std::int16_t* integers) {
  constexpr Index kWidest = kWidestLanes<float>;
  const Vectors<float, kWidest> widest;
  auto sizes = hn::Zero(widest);
  // Adds up zeros, unless one of the numbers is infinite or none.
  auto nothing = hn::Zero(widest);
  Index start = 0;
  for (; start + kWidest <= count; start += kWidest) {
    const auto v = hn::LoadU(widest, x + start);
    sizes = hn::Max(sizes, hn::Abs(v));
    nothing = hn::MulAdd(v, hn::Zero(widest), nothing);
  }
  float most = hn::GetLane(hn::MaxOfLanes(widest, sizes));
  float spoilt = hn::GetLane(hn::SumOfLanes(widest, nothing));
  for (; start < count; ++start) {
    most = std::max(most, std::abs(x[start]));
    spoilt += 0 * x[start];
  }
  if (spoilt != 0 || most < kLeast) {
    std::fill_n(integers, count, std::int16_t{0});
    return spoilt;
  }
  const float factor = static_cast<float>(kMostActivation) / most;
  ForEachVector<float>(count, [&](auto d, Index i) HWY_ATTR {
    const hn::RebindToSigned<decltype(d)> d32;
    const hn::Rebind<std::int16_t, decltype(d)> d16;
    // So large that no bit is left for a fraction: the last ones hold the
    // integer, rounded to even.
    const auto magic = hn::Set(d, 12582912.0F);
    const auto sum =
        hn::Add(hn::Mul(hn::LoadU(d, x + i), hn::Set(d, factor)), magic);
    const auto integer =
        hn::Sub(hn::BitCast(d32, sum), hn::BitCast(d32, magic));
    hn::StoreU(hn::DemoteTo(d16, integer), d16, integers + i);
  });
  return most / static_cast<float>(kMostActivation);
}

#if HWY_TARGET == HWY_SCALAR

// A number at a time, a few columns at once.
constexpr Index kLanes = 4;
constexpr int kRows = 1;

template <int kTileRows, int kPanels>
void SumProducts(const std::int16_t* const (&a)[kTileRows],
                 const std::int16_t* b, Index, Index pairs,
                 std::int32_t* sums) {
  for (Index column = 0; column < kPanelColumns; column += kLanes) {
    std::int32_t some[kLanes] = {};
    for (Index k = 0; k < pairs; ++k) {
      const std::int16_t* const row = b + 2 * (k * kPanelColumns + column);
      for (Index i = 0; i < kLanes; ++i) {
        some[i] += a[0][2 * k] * row[2 * i] + a[0][2 * k + 1] * row[2 * i + 1];
      }
    }
    std::copy_n(some, kLanes, sums + column);
  }
}

#else

using Tag32 = Vectors<std::int32_t, kPanelColumns>;
using Tag16 = hn::Repartition<std::int16_t, Tag32>;
constexpr Index kLanes = static_cast<Index>(hn::MaxLanes(Tag32()));
constexpr int kVectors = static_cast<int>(kPanelColumns / kLanes);
// As for floats, eight sums: of two rows, or of two panels.
constexpr int kRows = 2;

template <int kTileRows>
struct PanelSums {
  hn::Vec<Tag32> even[kTileRows][kVectors];
  hn::Vec<Tag32> odd[kTileRows][kVectors];
};

template <int kTileRows>
HWY_INLINE void AddPairs(const std::int16_t* const (&a)[kTileRows],
                         const std::int16_t* b, Index k,
                         PanelSums<kTileRows>& sums) {
  const Tag32 d32;
  const Tag16 d16;
  hn::Vec<Tag16> row[kVectors];
  for (int v = 0; v < kVectors; ++v) {
    row[v] = hn::LoadU(d16, b + 2 * (k * kPanelColumns + v * kLanes));
  }
  for (int r = 0; r < kTileRows; ++r) {
    std::int32_t pair;
    std::memcpy(&pair, a[r] + 2 * k, sizeof(pair));
    const auto x = hn::BitCast(d16, hn::Set(d32, pair));
    for (int v = 0; v < kVectors; ++v) {
      sums.even[r][v] = hn::ReorderWidenMulAccumulate(
          d32, x, row[v], sums.even[r][v], sums.odd[r][v]);
    }
  }
}

template <int kTileRows, int kPanels>
HWY_NOINLINE void SumProducts(const std::int16_t* const (&rows)[kTileRows],
                              const std::int16_t* b, Index b_panel, Index pairs,
                              std::int32_t* result) {
  const Tag32 d32;
  PanelSums<kTileRows> sums[kPanels];
  for (auto& panel : sums) {
    for (int r = 0; r < kTileRows; ++r) {
      for (int v = 0; v < kVectors; ++v) {
        panel.even[r][v] = panel.odd[r][v] = hn::Zero(d32);
      }
    }
  }
  const std::int16_t* a[kTileRows];
  for (int r = 0; r < kTileRows; ++r) a[r] = rows[r];
#ifdef __clang__
#pragma clang loop unroll(disable)
#endif
  for (Index k = 0; k < pairs; ++k) {
    AddPairs<kTileRows>(a, b, k, sums[0]);
    if constexpr (kPanels > 1) {
      // Never taken: see Tile in gemm.cc.
      if (HWY_TARGET == HWY_WASM && k == pairs) break;
      AddPairs<kTileRows>(a, b + b_panel, k, sums[1]);
    }
  }
  for (int r = 0; r < kTileRows; ++r) {
    for (int p = 0; p < kPanels; ++p) {
      for (int v = 0; v < kVectors; ++v) {
        hn::StoreU(
            hn::RearrangeToOddPlusEven(sums[p].even[r][v], sums[p].odd[r][v]),
            d32, result);
        result += kLanes;
      }
    }
  }
}

#endif

// Of the sums of `columns` columns to c.
void ScaleSums(const std::int32_t* sums, float row_scale, const float* scales,
               Index columns, Into into, float* c) {
  ForEachVector<float>(columns, [&](auto d, Index i) HWY_ATTR {
    const hn::RebindToSigned<decltype(d)> d32;
    const auto scale = hn::Mul(hn::Set(d, row_scale), hn::LoadU(d, scales + i));
    auto x = hn::Mul(hn::ConvertTo(d, hn::LoadU(d32, sums + i)), scale);
    if (into == Into::kAdd) x = hn::Add(hn::LoadU(d, c + i), x);
    hn::StoreU(x, d, c + i);
  });
}

template <int kTileRows, int kPanels>
HWY_INLINE void Tile(const IntegerProduct& product, Index row, Index panel) {
  const IntegerMatrix& b = *product.b;
  const std::int16_t* a[kTileRows];
  for (int r = 0; r < kTileRows; ++r) a[r] = product.a->row(row + r);
  constexpr Index kColumns = kPanels * kPanelColumns;
  HWY_ALIGN std::int32_t sums[kTileRows * kColumns];
  SumProducts<kTileRows, kPanels>(a, b.panel(panel), b.panel(1) - b.panel(0),
                                  (b.rows() + 1) / 2, sums);
  const Index column = panel * kPanelColumns;
  for (int r = 0; r < kTileRows; ++r) {
    ScaleSums(sums + r * kColumns, product.a->scale(row + r),
              b.scales() + column, std::min(kColumns, b.cols() - column),
              product.into, product.c + (row + r) * product.c_row + column);
  }
}

void MultiplyIntegers(const IntegerProduct& product) {
  const Index rows = product.a->rows();
  const Index panels = (product.b->cols() + kPanelColumns - 1) / kPanelColumns;
  Index panel = 0;
#if HWY_TARGET != HWY_SCALAR
  if (rows == 1) {
    for (; panel + 1 < panels; panel += 2) Tile<1, 2>(product, 0, panel);
  }
#endif
  for (; panel < panels; ++panel) {
    Index row = 0;
    for (; row + kRows <= rows; row += kRows) {
      Tile<kRows, 1>(product, row, panel);
    }
    if (row < rows) Tile<1, 1>(product, row, panel);
  }
}

}  // namespace
}  // namespace whylight::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whylight {
namespace {

HWY_EXPORT(QuantiseRow);
HWY_EXPORT(MultiplyIntegers);

// The integers of a column of `rows` rows, `stride` apart, and their scale.
template <typename Put>
float QuantiseColumn(const float* column, Index stride, Index rows,
                     const Put& put) {
  double most = 0;
  double sizes = 0;
  for (Index k = 0; k < rows; ++k) {
    const auto size = static_cast<double>(std::abs(column[k * stride]));
    most = std::max(most, size);
    sizes += size;
  }
  if (most < static_cast<double>(kLeast)) return 0;
  // Each may grow by 1/2 when it is rounded.
  constexpr std::int32_t kMostSizes =
      std::numeric_limits<std::int32_t>::max() / kMostActivation;
  const double most_sizes =
      static_cast<double>(kMostSizes) - static_cast<double>(rows) / 2;
  const double factor = std::min(
      most_sizes / sizes, std::numeric_limits<std::int16_t>::max() / most);
  for (Index k = 0; k < rows; ++k) {
    put(k, static_cast<std::int16_t>(std::nearbyint(
               static_cast<double>(column[k * stride]) * factor)));
  }
  return static_cast<float>(1 / factor);
}

}  // namespace

void IntegerRows::Assign(const ConstRef<float>& rows) {
  cols_ = rows.cols();
  stride_ = (cols_ + 1) / 2 * 2;
  data_.resize(static_cast<std::size_t>(rows.rows() * stride_));
  scales_.resize(static_cast<std::size_t>(rows.rows()));
  for (Index r = 0; r < rows.rows(); ++r) {
    std::int16_t* const integers = data_.data() + r * stride_;
    if (stride_ > cols_) integers[cols_] = 0;
    scales_[static_cast<std::size_t>(r)] = HWY_DYNAMIC_DISPATCH(QuantiseRow)(
        rows.data() + r * rows.outerStride(), cols_, integers);
  }
}

IntegerMatrix::IntegerMatrix(const ConstRef<float>& matrix)
    : rows_(matrix.rows()),
      cols_(matrix.cols()),
      panel_size_((rows_ + 1) / 2 * 2 * kPanelColumns) {
  const Index panels = (cols_ + kPanelColumns - 1) / kPanelColumns;
  data_.setZero(panels * panel_size_);
  scales_.resize(static_cast<std::size_t>(panels * kPanelColumns));
  for (Index column = 0; column < cols_; ++column) {
    std::int16_t* const pairs = data_.data() +
                                column / kPanelColumns * panel_size_ +
                                column % kPanelColumns * 2;
    scales_[static_cast<std::size_t>(column)] =
        QuantiseColumn(matrix.data() + column, matrix.outerStride(), rows_,
                       [&](Index k, std::int16_t integer) {
                         pairs[k / 2 * 2 * kPanelColumns + k % 2] = integer;
                       });
  }
}

void Gemm(const IntegerRows& a, const IntegerMatrix& b, MutableRef<float> c,
          Into into) {
  eigen_assert(a.cols() == b.rows() && c.rows() == a.rows() &&
               c.cols() == b.cols());
  HWY_DYNAMIC_DISPATCH(MultiplyIntegers)
  ({.a = &a, .b = &b, .c = c.data(), .c_row = c.outerStride(), .into = into});
}

}  // namespace whylight
#endif
