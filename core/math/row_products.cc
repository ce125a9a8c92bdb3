#include "core/math/row_products.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/math/targets-inl.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/math/row_products.cc"
#include <hwy/foreach_target.h>
// Must come after the line above.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace whylight::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<Real, 16>;
using Vector = hn::Vec<Tag>;

Index Lanes() { return static_cast<Index>(hn::Lanes(Tag())); }

// A block of a product: kRows x kVectors vectors of sums stay in registers.
// Element (r, k) of a is a[r * a_row + k * a_step].
template <int kRows, int kVectors>
HWY_INLINE void SumBlock(const Real* a, Index a_row, Index a_step,
                         const Real* b, Index b_row, Index depth, Real* c,
                         Index c_row) {
  const Tag tag;
  const Index lanes = Lanes();
  Vector sums[kRows][kVectors];
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) sums[r][v] = hn::Zero(tag);
  }
  for (Index k = 0; k < depth; ++k) {
    Vector row[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      row[v] = hn::LoadU(tag, b + k * b_row + v * lanes);
    }
    for (int r = 0; r < kRows; ++r) {
      const Vector factor = hn::Set(tag, a[r * a_row + k * a_step]);
      for (int v = 0; v < kVectors; ++v) {
        sums[r][v] = hn::MulAdd(factor, row[v], sums[r][v]);
      }
    }
  }
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      hn::StoreU(sums[r][v], tag, c + r * c_row + v * lanes);
    }
  }
}

template <int kRows, int kVectors>
void SumColumns(const Real* a, Index a_row, Index a_step, const Real* b,
                Index b_row, Index depth, Real* c, Index c_row, Index rows) {
  Index r = 0;
  for (; r + kRows <= rows; r += kRows) {
    SumBlock<kRows, kVectors>(a + r * a_row, a_row, a_step, b, b_row, depth,
                              c + r * c_row, c_row);
  }
  for (; r < rows; ++r) {
    SumBlock<1, kVectors>(a + r * a_row, a_row, a_step, b, b_row, depth,
                          c + r * c_row, c_row);
  }
}

void Sum(const Real* a, Index a_row, Index a_step, const ConstRows& b,
         Eigen::Ref<Matrix>& c) {
  constexpr int kVectors = 3;
  const Index lanes = Lanes();
  const Index depth = b.rows();
  const Index b_row = b.outerStride();
  const Index c_row = c.outerStride();
  Index column = 0;
  for (; column + kVectors * lanes <= c.cols(); column += kVectors * lanes) {
    SumColumns<4, kVectors>(a, a_row, a_step, b.data() + column, b_row, depth,
                            c.data() + column, c_row, c.rows());
  }
  for (; column + lanes <= c.cols(); column += lanes) {
    SumColumns<8, 1>(a, a_row, a_step, b.data() + column, b_row, depth,
                     c.data() + column, c_row, c.rows());
  }
  for (; column < c.cols(); ++column) {
    for (Index r = 0; r < c.rows(); ++r) {
      Real sum = 0;
      for (Index k = 0; k < depth; ++k) {
        sum += a[r * a_row + k * a_step] * b(k, column);
      }
      c(r, column) = sum;
    }
  }
}

void RowSums(const ConstRows& a, const ConstRows& b, Eigen::Ref<Matrix>& c) {
  Sum(a.data(), a.outerStride(), 1, b, c);
}

void RowSumsTransposed(const ConstRows& a, const ConstRows& b,
                       Eigen::Ref<Matrix>& c) {
  Sum(a.data(), 1, a.outerStride(), b, c);
}

// The sums of the lanes of four vectors, side by side. A template, so that
// double precision may do without what only float has.
template <typename Number>
HWY_INLINE void SumLanes(const hn::Vec<hn::CappedTag<Number, 16>> (&vectors)[4],
                         Number* to) {
#if HWY_TARGET != HWY_SCALAR
  const hn::CappedTag<Number, 16> tag;
  if constexpr (sizeof(Number) == 4) {
    const auto fold = [&](auto x, auto y) {
      return hn::Add(hn::InterleaveLower(tag, x, y),
                     hn::InterleaveUpper(tag, x, y));
    };
    // Blocks of 128 bits hold x y x y, then x y z w.
    const hn::RepartitionToWide<decltype(tag)> pairs;
    const auto xy = hn::BitCast(pairs, fold(vectors[0], vectors[1]));
    const auto zw = hn::BitCast(pairs, fold(vectors[2], vectors[3]));
    HWY_ALIGN Number blocks[hn::MaxLanes(tag)];
    hn::Store(hn::Add(hn::BitCast(tag, hn::InterleaveLower(pairs, xy, zw)),
                      hn::BitCast(tag, hn::InterleaveUpper(pairs, xy, zw))),
              tag, blocks);
    const hn::CappedTag<Number, 4> block;
    auto sum = hn::Load(block, blocks);
    for (Index i = 4; i < Lanes(); i += 4) {
      sum = hn::Add(sum, hn::Load(block, blocks + i));
    }
    hn::StoreU(sum, block, to);
    return;
  }
#endif
  for (int i = 0; i < 4; ++i) {
    to[i] =
        hn::GetLane(hn::SumOfLanes(hn::CappedTag<Number, 16>(), vectors[i]));
  }
}

template <int kRows, int kColumns>
HWY_INLINE void DotBlock(const Real* a, Index a_row, const Real* b, Index b_row,
                         Index depth, Real* c, Index c_row) {
  const Tag tag;
  const Index lanes = Lanes();
  Vector sums[kRows][kColumns];
  for (int r = 0; r < kRows; ++r) {
    for (int j = 0; j < kColumns; ++j) sums[r][j] = hn::Zero(tag);
  }
  Index k = 0;
  for (; k + lanes <= depth; k += lanes) {
    Vector columns[kColumns];
    for (int j = 0; j < kColumns; ++j) {
      columns[j] = hn::LoadU(tag, b + j * b_row + k);
    }
    for (int r = 0; r < kRows; ++r) {
      const Vector row = hn::LoadU(tag, a + r * a_row + k);
      for (int j = 0; j < kColumns; ++j) {
        sums[r][j] = hn::MulAdd(row, columns[j], sums[r][j]);
      }
    }
  }
  for (int r = 0; r < kRows; ++r) {
    Real* to = c + r * c_row;
    if constexpr (kColumns == 4) {
      SumLanes<Real>(sums[r], to);
    } else {
      for (int j = 0; j < kColumns; ++j) {
        to[j] = hn::GetLane(hn::SumOfLanes(tag, sums[r][j]));
      }
    }
    for (Index rest = k; rest < depth; ++rest) {
      for (int j = 0; j < kColumns; ++j) {
        to[j] += a[r * a_row + rest] * b[j * b_row + rest];
      }
    }
  }
}

template <int kRows>
void DotRows(const Real* a, Index a_row, const ConstRows& b, Real* c,
             Index c_row) {
  constexpr int kColumns = 4;
  const Index b_row = b.outerStride();
  Index j = 0;
  for (; j + kColumns <= b.rows(); j += kColumns) {
    DotBlock<kRows, kColumns>(a, a_row, b.data() + j * b_row, b_row, b.cols(),
                              c + j, c_row);
  }
  for (; j < b.rows(); ++j) {
    DotBlock<kRows, 1>(a, a_row, b.data() + j * b_row, b_row, b.cols(), c + j,
                       c_row);
  }
}

void RowDots(const ConstRows& a, const ConstRows& b, Eigen::Ref<Matrix>& c) {
  // Times four columns: as many sums as registers can hold.
  constexpr int kRows = HWY_TARGET == HWY_AVX3 ? 4 : 2;
  Index r = 0;
  for (; r + kRows <= a.rows(); r += kRows) {
    DotRows<kRows>(a.data() + r * a.outerStride(), a.outerStride(), b,
                   c.data() + r * c.outerStride(), c.outerStride());
  }
  for (; r < a.rows(); ++r) {
    DotRows<1>(a.data() + r * a.outerStride(), a.outerStride(), b,
               c.data() + r * c.outerStride(), c.outerStride());
  }
}

void Logistic(const ConstRows& x, Eigen::Ref<Matrix>& y) {
  const Tag tag;
  const Vector one = hn::Set(tag, Real{1});
  // Beyond this Highway's exp is not defined, and the result is 0 long before.
  const Vector most = hn::Set(tag, Real{80});
  const Index lanes = Lanes();
  for (Index r = 0; r < x.rows(); ++r) {
    const Real* from = x.data() + r * x.outerStride();
    Real* to = y.data() + r * y.outerStride();
    Index j = 0;
    for (; j + lanes <= x.cols(); j += lanes) {
      const Vector exp =
          hn::Exp(tag, hn::Min(hn::Neg(hn::LoadU(tag, from + j)), most));
      hn::StoreU(hn::Div(one, hn::Add(one, exp)), tag, to + j);
    }
    for (; j < x.cols(); ++j) to[j] = 1 / (1 + std::exp(-from[j]));
  }
}

}  // namespace
}  // namespace whylight::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whylight {

HWY_EXPORT(RowDots);
HWY_EXPORT(RowSums);
HWY_EXPORT(RowSumsTransposed);
HWY_EXPORT(Logistic);

void RowDots(const ConstRows& a, const ConstRows& b, Eigen::Ref<Matrix> c) {
  HWY_DYNAMIC_DISPATCH(RowDots)(a, b, c);
}

void RowSums(const ConstRows& a, const ConstRows& b, Eigen::Ref<Matrix> c) {
  HWY_DYNAMIC_DISPATCH(RowSums)(a, b, c);
}

void RowSumsTransposed(const ConstRows& a, const ConstRows& b,
                       Eigen::Ref<Matrix> c) {
  HWY_DYNAMIC_DISPATCH(RowSumsTransposed)(a, b, c);
}

void Logistic(const ConstRows& x, Eigen::Ref<Matrix> y) {
  HWY_DYNAMIC_DISPATCH(Logistic)(x, y);
}

}  // namespace whylight
#endif
