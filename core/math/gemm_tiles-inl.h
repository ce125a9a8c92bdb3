// Tiles of a matrix, as they are summed in registers. Included once an
// instruction set.
#if defined(WHYLIGHT_GEMM_TILES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WHYLIGHT_GEMM_TILES_INL_H_
#undef WHYLIGHT_GEMM_TILES_INL_H_
#else
#define WHYLIGHT_GEMM_TILES_INL_H_
#endif

#include <hwy/highway.h>

#include <Eigen/Core>
#include <algorithm>

#include "core/math/kernels.h"
#include "core/math/vector_functions-inl.h"

#ifndef WHYLIGHT_SUMMED_ROWS
#define WHYLIGHT_SUMMED_ROWS
namespace whylight {

// The rows of a transposed product that are summed at once, before their sum is
// added to that of the rows before them.
inline constexpr Eigen::Index kSummedRows = 192;

}  // namespace whylight
#endif

HWY_BEFORE_NAMESPACE();
namespace whylight::HWY_NAMESPACE {
namespace {

using Eigen::Index;

template <typename T>
using Tag = Vectors<T, kWidestLanes<T>>;
template <typename T>
constexpr int kPanelVectors = static_cast<int>(kPanelWidth<T> /
                                               kWidestLanes<T>);

// How many registers hold sums. With 16 registers more than 12 leave none for
// the operands; WebAssembly engines spill beyond 8.
constexpr int kSums = HWY_TARGET == HWY_AVX3   ? 24
                      : HWY_TARGET == HWY_AVX2 ? 12
                                               : 8;
constexpr bool kIsWasm = HWY_TARGET == HWY_WASM;
constexpr bool kIsScalar = HWY_TARGET == HWY_SCALAR;

// A tile of many rows has few vectors, a tile of one row enough of them to keep
// the multipliers busy.
template <typename T>
constexpr int kTileVectors = HWY_TARGET == HWY_AVX3 ? 3
                             : kIsScalar            ? 4
                                                    : kPanelVectors<T>;
constexpr int kRowVectors = kIsScalar ? 4 : 8;
// Tiles start at multiples of kStartVectors, and have multiples of
// kPartVectors.
template <typename T>
constexpr int kStartVectors = std::min(kTileVectors<T>, kPanelVectors<T>);
template <typename T>
constexpr int kPartVectors = kIsWasm ? kPanelVectors<T> / 2 : kStartVectors<T>;
template <typename T>
constexpr int TileRows(int vectors) {
  return kSums / (kIsWasm ? vectors : kTileVectors<T>);
}

// The numbers of a vector that lie within `columns` of the tile.
template <typename T>
HWY_INLINE hn::Vec<Tag<T>> LoadColumns(const T* c, Index columns) {
  const Tag<T> d;
  if (columns >= kWidestLanes<T>) return hn::LoadU(d, c);
  HWY_ALIGN T lanes[kPanelWidth<T>] = {};
  std::copy_n(c, std::max(columns, Index{0}), lanes);
  return hn::Load(d, lanes);
}

template <typename T>
HWY_INLINE void StoreColumns(hn::Vec<Tag<T>> sum, T* c, Index columns) {
  const Tag<T> d;
  if (columns >= kWidestLanes<T>) {
    hn::StoreU(sum, d, c);
    return;
  }
  HWY_ALIGN T lanes[kPanelWidth<T>];
  hn::Store(sum, d, lanes);
  std::copy_n(lanes, std::max(columns, Index{0}), c);
}

// Adds column k of a times the vectors kFrom to kTo of row k of b.
template <typename T, int kFrom, int kTo, int kRows, int kVectors>
HWY_INLINE void AddProducts(const T* a, Index a_row, const T* b, Index b_panel,
                            hn::Vec<Tag<T>> (&sums)[kRows][kVectors]) {
  const Tag<T> d;
  hn::Vec<Tag<T>> row[kTo - kFrom];
  for (int v = kFrom; v < kTo; ++v) {
    row[v - kFrom] = hn::LoadU(d, b + v / kPanelVectors<T> * b_panel +
                                      v % kPanelVectors<T> * kWidestLanes<T>);
  }
  for (int r = 0; r < kRows; ++r) {
    const auto x = hn::Set(d, a[r * a_row]);
    for (int v = kFrom; v < kTo; ++v) {
      sums[r][v] = hn::MulAdd(x, row[v - kFrom], sums[r][v]);
    }
  }
}

// Where a tile of a matrix starts and how many columns it has; `apart` if they
// are of the last panel, and that lies apart from the others.
struct TilePlace {
  Index row;
  Index column;
  Index columns;
  bool apart;
};

template <typename T, int kVectors, int kRows, typename Tiles>
HWY_INLINE void TileOfRows(Index rows, const TilePlace& place,
                           const Tiles& tiles) {
  if (rows == kRows) {
    tiles.template Run<kRows, kVectors>(place);
  } else if constexpr (kRows > 1) {
    TileOfRows<T, kVectors, kRows - 1>(rows, place, tiles);
  }
}

template <typename T, int kVectors, typename Tiles>
HWY_INLINE void TileOf(Index vectors, Index rows, const TilePlace& place,
                       const Tiles& tiles) {
  if (vectors == kVectors) {
    constexpr int kRows =
        kVectors > kTileVectors<T> ? 1 : TileRows<T>(kVectors);
    TileOfRows<T, kVectors, kRows>(rows, place, tiles);
  } else if constexpr (kVectors > kPartVectors<T>) {
    TileOf<T, kVectors - kPartVectors<T>>(vectors, rows, place, tiles);
  }
}

// How many of `count` to take next, `step` or a multiple of it unless that
// takes all: `most`, or the half of what is too little for two times `most`.
inline Index NextPiece(Index count, Index most, Index step) {
  if (count <= most) return count;
  if (count >= 2 * most) return most;
  return std::max(count / 2 / step * step, step);
}

// Calls tiles.Run<rows, vectors>(place) for tiles that make up the rows from
// `row_start` to `row_end` of a matrix of `cols` columns.
template <typename T, int kMostVectors, typename Tiles>
void ForEachTile(Index cols, bool apart, Index row_start, Index row_end,
                 const Tiles& tiles) {
  constexpr Index kPart = kPartVectors<T>;
  constexpr Index kPartWidth = kPart * kWidestLanes<T>;
  const Index full = cols / kPanelWidth<T> * kPanelVectors<T>;
  const Index all = (cols + kPartWidth - 1) / kPartWidth * kPart;
  for (Index vector = 0; vector < all;) {
    const bool last = apart && vector >= full;
    const Index vectors = NextPiece((apart && !last ? full : all) - vector,
                                    kMostVectors, kStartVectors<T>);
    const Index column = vector * kWidestLanes<T>;
    const Index columns = std::min(vectors * kWidestLanes<T>, cols - column);
    const Index most_rows = TileRows<T>(static_cast<int>(vectors));
    for (Index row = row_start; row < row_end;) {
      const Index rows = NextPiece(row_end - row, most_rows, 1);
      TileOf<T, kMostVectors>(vectors, rows, {row, column, columns, last},
                              tiles);
      row += rows;
    }
    vector += vectors;
  }
}

}  // namespace
}  // namespace whylight::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
