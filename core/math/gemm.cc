// Matrix products: a tile of the result stays in registers while its sums run
// over k, one multiply-add after another for each number of it.
#include <algorithm>
#include <cstring>
#include <vector>

#include "core/math/gemm_with_bias.h"
#include "core/math/targets-inl.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/math/gemm.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>

#include "core/math/gemm_tiles-inl.h"

#ifndef WHYLIGHT_GEMM_ARGUMENTS
#define WHYLIGHT_GEMM_ARGUMENTS
namespace whylight {
namespace {

using Eigen::Index;

// What a product is added to: rows that lie `row` apart, which c itself may be,
// or one for all of them, 0 apart. Null if it is added to nothing.
template <typename T>
struct Addend {
  const T* numbers;
  Index row;

  Addend At(Index r, Index column) const {
    return {numbers ? numbers + r * row + column : nullptr, row};
  }
};

// c = addend + a · b as the kernels see it. Element (r, k) of a is
// a[r * a_row + k * a_step]. Row k of panel p of b is at
// b[p * b_panel + k * b_step]; only the last panel may be short, and is then
// `last_panel`, filled up with zeros, its rows a panel's width apart.
template <typename T>
struct Product {
  Index rows;
  Index depth;
  Index cols;
  const T* a;
  Index a_row;
  Index a_step;
  const T* b;
  Index b_panel;
  Index b_step;
  const T* last_panel;
  T* c;
  Index c_row;
  Addend<T> addend;
};

// Of c, a block of rows and of k at a time, so that what is read again stays in
// the cache: of a, and of a panel of b.
constexpr Index kBlockRows = 256;
constexpr Index kBlockDepth = 512;

}  // namespace
}  // namespace whylight
#endif

HWY_BEFORE_NAMESPACE();
namespace whylight::HWY_NAMESPACE {
namespace {

// kRows x kVectors vectors of c; of the last of them `columns` may leave out a
// part or all.
template <typename T, int kRows, int kVectors>
HWY_NOINLINE void Tile(const Product<T>& product, const Index b_step,
                       Index depth, const T* a, const T* b, T* c, Index columns,
                       const Addend<T>& addend) {
  const Tag<T> d;
  constexpr Index kLanes = kWidestLanes<T>;
  hn::Vec<Tag<T>> sums[kRows][kVectors];
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      sums[r][v] = hn::Zero(d);
      // Read or not, what will be written is wanted in the cache.
      if (v % kPanelVectors<T> == 0) {
        hwy::Prefetch(c + r * product.c_row + v * kLanes);
      }
    }
  }
  const Index a_row = product.a_row;
  const Index a_step = product.a_step;
  const Index b_panel = product.b_panel;
  // WebAssembly engines read all operands of a basic block before they
  // multiply, and spill if these and the sums are too many. A branch, though
  // never taken, is the end of a block.
  constexpr int kTogether =
      kIsWasm ? std::min(kVectors, kPanelVectors<T>) : kVectors;
  const T* const end = b + depth * b_step;
  const auto add_next = [&]() HWY_ATTR {
    AddProducts<T, 0, kTogether>(a, a_row, b, b_panel, sums);
    if constexpr (kTogether < kVectors) {
      if (b == end) return false;
      AddProducts<T, kTogether, kVectors>(a, a_row, b, b_panel, sums);
    }
    a += a_step;
    b += b_step;
    return b != end;
  };
  // Twice a turn, where the engine's own work in every turn shows.
  constexpr bool kTwice = kIsWasm && kTogether == kVectors;
  if (depth > 0) {
    while (add_next() && (!kTwice || add_next())) {
    }
  }
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      const Index rest =
          v + kPartVectors<T> < kVectors ? kLanes : columns - v * kLanes;
      if (addend.numbers != nullptr) {
        sums[r][v] = hn::Add(
            LoadColumns(addend.numbers + r * addend.row + v * kLanes, rest),
            sums[r][v]);
      }
      StoreColumns<T>(sums[r][v], c + r * product.c_row + v * kLanes, rest);
    }
  }
}

// Tiles of a product whose sums go over a part of k.
template <typename T>
struct ProductTiles {
  const Product<T>& product;
  Index k_start;
  Index k_end;

  template <int kRows, int kVectors>
  HWY_INLINE void Run(const TilePlace& place) const {
    const Index vector = place.column / kWidestLanes<T>;
    const Index b_step = place.apart ? kPanelWidth<T> : product.b_step;
    const T* b = place.apart
                     ? product.last_panel
                     : product.b + vector / kPanelVectors<T> * product.b_panel;
    const Addend<T> addend =
        k_start > 0 ? Addend<T>{product.c, product.c_row} : product.addend;
    b += k_start * b_step + vector % kPanelVectors<T> * kWidestLanes<T>;
    Tile<T, kRows, kVectors>(
        product, b_step, k_end - k_start,
        product.a + place.row * product.a_row + k_start * product.a_step, b,
        product.c + place.row * product.c_row + place.column, place.columns,
        addend.At(place.row, place.column));
  }
};

template <typename T>
void Multiply(const Product<T>& product) {
  for (Index k = 0; k == 0 || k < product.depth; k += kBlockDepth) {
    const Index k_end = std::min(k + kBlockDepth, product.depth);
    for (Index row = 0; row < product.rows; row += kBlockRows) {
      const Index row_end = std::min(row + kBlockRows, product.rows);
      const bool apart = product.last_panel != nullptr;
      const ProductTiles<T> tiles{product, k, k_end};
      if (row_end - row == 1) {
        ForEachTile<T, kRowVectors>(product.cols, apart, row, row_end, tiles);
      } else {
        ForEachTile<T, kTileVectors<T>>(product.cols, apart, row, row_end,
                                        tiles);
      }
    }
  }
}

void MultiplyFloat(const Product<float>& product) { Multiply(product); }
#if HWY_HAVE_FLOAT64
void MultiplyDouble(const Product<double>& product) { Multiply(product); }
#endif

}  // namespace
}  // namespace whylight::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whylight {
namespace {

HWY_EXPORT(MultiplyFloat);

void Multiply(const Product<float>& product) {
  HWY_DYNAMIC_DISPATCH(MultiplyFloat)(product);
}

#if HWY_HAVE_FLOAT64
HWY_EXPORT(MultiplyDouble);

void Multiply(const Product<double>& product) {
  HWY_DYNAMIC_DISPATCH(MultiplyDouble)(product);
}
#endif

// From this many rows on a product gains more from a packed matrix than the
// packing costs; from that many on it gains from one that is packed as a whole.
constexpr Index kRowsWorthPacking = 48;
constexpr Index kRowsWorthPackingAll = 512;

// Otherwise this much is packed at once: a part of b that stays in the cache
// while all of a passes by.
constexpr Index kPackedPanels = 3;

template <typename T>
Index PanelCount(Index cols) {
  return (cols + kPanelWidth<T> - 1) / kPanelWidth<T>;
}

// Columns of `from`, `cols` in all, as panels, the last one filled up with
// zeros.
template <typename T>
void PackPanels(const T* from, Index stride, Index rows, Index cols, T* panel) {
  for (; cols >= kPanelWidth<T>; cols -= kPanelWidth<T>) {
    for (Index k = 0; k < rows; ++k, panel += kPanelWidth<T>) {
      std::memcpy(panel, from + k * stride, sizeof(T) * kPanelWidth<T>);
    }
    from += kPanelWidth<T>;
  }
  if (cols == 0) return;
  for (Index k = 0; k < rows; ++k, panel += kPanelWidth<T>) {
    std::copy_n(from + k * stride, cols, panel);
    std::fill(panel + cols, panel + kPanelWidth<T>, T{0});
  }
}

// `product`, whose b is row-major: packs parts of `part_depth` rows of it, and
// adds up what these give.
template <typename T>
void MultiplyInParts(const Product<T>& product, Index part_depth) {
  constexpr Index kCols = kPackedPanels * kPanelWidth<T>;
  Eigen::Array<T, Eigen::Dynamic, 1> packed(
      std::min(part_depth, product.depth) * kCols);
  for (Index k = 0; k == 0 || k < product.depth; k += part_depth) {
    Product<T> part = product;
    part.depth = std::min(part_depth, product.depth - k);
    part.a = product.a + k * product.a_step;
    part.b = packed.data();
    part.b_panel = part.depth * kPanelWidth<T>;
    part.b_step = kPanelWidth<T>;
    if (k > 0) part.addend = {product.c, product.c_row};
    const Addend<T> addend = part.addend;
    for (Index column = 0; column < product.cols; column += kCols) {
      part.cols = std::min(kCols, product.cols - column);
      part.c = product.c + column;
      part.addend = addend.At(0, column);
      PackPanels(product.b + k * product.b_step + column, product.b_step,
                 part.depth, part.cols, packed.data());
      Multiply(part);
    }
  }
}

template <typename T>
Addend<T> AddendOf(const MutableRef<T>& c, Into into) {
  return {into == Into::kAdd ? c.data() : nullptr, c.outerStride()};
}

template <typename T>
void MultiplyPacked(const ConstRef<T>& a, const PackedMatrix<T>& b,
                    Addend<T> addend, MutableRef<T> c) {
  eigen_assert(a.cols() == b.rows() && c.rows() == a.rows() &&
               c.cols() == b.cols());
  Multiply({.rows = a.rows(),
            .depth = b.rows(),
            .cols = b.cols(),
            .a = a.data(),
            .a_row = a.outerStride(),
            .a_step = 1,
            .b = b.data(),
            .b_panel = b.rows() * kPanelWidth<T>,
            .b_step = kPanelWidth<T>,
            .last_panel = nullptr,
            .c = c.data(),
            .c_row = c.outerStride(),
            .addend = addend});
}

template <typename T>
void MultiplyUnpacked(const ConstRef<T>& a, const ConstRef<T>& b,
                      Addend<T> addend, MutableRef<T> c) {
  eigen_assert(a.cols() == b.rows() && c.rows() == a.rows() &&
               c.cols() == b.cols());
  if (a.rows() >= kRowsWorthPackingAll) {
    MultiplyPacked<T>(a, PackedMatrix<T>(b), addend, c);
    return;
  }
  Product<T> product = {.rows = a.rows(),
                        .depth = b.rows(),
                        .cols = b.cols(),
                        .a = a.data(),
                        .a_row = a.outerStride(),
                        .a_step = 1,
                        .b = b.data(),
                        .b_panel = kPanelWidth<T>,
                        .b_step = b.outerStride(),
                        .last_panel = nullptr,
                        .c = c.data(),
                        .c_row = c.outerStride(),
                        .addend = addend};
  if (a.rows() >= kRowsWorthPacking) {
    MultiplyInParts(product, kBlockDepth);
    return;
  }
  // The last columns are read as a panel, which would reach past a row.
  const Index rest = b.cols() % kPanelWidth<T>;
  std::vector<T> last_panel;
  if (rest > 0) {
    last_panel.resize(static_cast<std::size_t>(b.rows() * kPanelWidth<T>));
    PackPanels(b.data() + b.cols() - rest, b.outerStride(), b.rows(), rest,
               last_panel.data());
    product.last_panel = last_panel.data();
  }
  Multiply(product);
}

}  // namespace

template <typename T>
void PackedMatrix<T>::Resize(Index rows, Index cols) {
  rows_ = rows;
  cols_ = cols;
  data_.resize(PanelCount<T>(cols) * rows * kPanelWidth<T>);
}

template <typename T>
void PackedMatrix<T>::Pack(const ConstRef<T>& matrix) {
  Resize(matrix.rows(), matrix.cols());
  PackPanels(matrix.data(), matrix.outerStride(), rows_, cols_, data_.data());
}

template <typename T>
void PackedMatrix<T>::PackTransposed(const ConstRef<T>& matrix) {
  Resize(matrix.cols(), matrix.rows());
  T* panel = data_.data();
  for (Index column = 0; column < cols_; column += kPanelWidth<T>) {
    const Index width = std::min(kPanelWidth<T>, cols_ - column);
    for (Index i = 0; i < kPanelWidth<T>; ++i) {
      const T* from = matrix.data() + (column + i) * matrix.outerStride();
      for (Index k = 0; k < rows_; ++k) {
        panel[k * kPanelWidth<T> + i] = i < width ? from[k] : T{0};
      }
    }
    panel += rows_ * kPanelWidth<T>;
  }
}

template <typename T>
void GemmWithBias(const ConstRef<T>& a, const PackedMatrix<T>& b, const T* bias,
                  MutableRef<T> c) {
  MultiplyPacked<T>(a, b, {bias, 0}, c);
}

template <typename T>
void GemmWithBias(const ConstRef<T>& a, const ConstRef<T>& b, const T* bias,
                  MutableRef<T> c) {
  MultiplyUnpacked<T>(a, b, {bias, 0}, c);
}

template <typename T>
void Gemm(const ConstRef<T>& a, const PackedMatrix<T>& b, MutableRef<T> c,
          Into into) {
  MultiplyPacked<T>(a, b, AddendOf<T>(c, into), c);
}

template <typename T>
void Gemm(const ConstRef<T>& a, const ConstRef<T>& b, MutableRef<T> c,
          Into into) {
  MultiplyUnpacked<T>(a, b, AddendOf<T>(c, into), c);
}

template <typename T>
void TransposedProduct(const ConstRef<T>& a, const ConstRef<T>& b,
                       MutableRef<T> c, Into into) {
  eigen_assert(a.rows() == b.rows() && c.rows() == a.cols() &&
               c.cols() == b.cols());
  MultiplyInParts<T>({.rows = a.cols(),
                      .depth = a.rows(),
                      .cols = b.cols(),
                      .a = a.data(),
                      .a_row = 1,
                      .a_step = a.outerStride(),
                      .b = b.data(),
                      .b_panel = 0,
                      .b_step = b.outerStride(),
                      .last_panel = nullptr,
                      .c = c.data(),
                      .c_row = c.outerStride(),
                      .addend = AddendOf<T>(c, into)},
                     kSummedRows);
}

template class PackedMatrix<float>;
template void GemmWithBias(const ConstRef<float>&, const PackedMatrix<float>&,
                           const float*, MutableRef<float>);
template void GemmWithBias(const ConstRef<float>&, const ConstRef<float>&,
                           const float*, MutableRef<float>);
template void Gemm(const ConstRef<float>&, const PackedMatrix<float>&,
                   MutableRef<float>, Into);
template void Gemm(const ConstRef<float>&, const ConstRef<float>&,
                   MutableRef<float>, Into);
template void TransposedProduct(const ConstRef<float>&, const ConstRef<float>&,
                                MutableRef<float>, Into);
#if HWY_HAVE_FLOAT64
template class PackedMatrix<double>;
template void GemmWithBias(const ConstRef<double>&, const PackedMatrix<double>&,
                           const double*, MutableRef<double>);
template void GemmWithBias(const ConstRef<double>&, const ConstRef<double>&,
                           const double*, MutableRef<double>);
template void Gemm(const ConstRef<double>&, const PackedMatrix<double>&,
                   MutableRef<double>, Into);
template void Gemm(const ConstRef<double>&, const ConstRef<double>&,
                   MutableRef<double>, Into);
template void TransposedProduct(const ConstRef<double>&,
                                const ConstRef<double>&, MutableRef<double>,
                                Into);
#endif

}  // namespace whylight
#endif
