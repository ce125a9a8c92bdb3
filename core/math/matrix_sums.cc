// A tile of the sum stays in registers while a product is added up. What waits
// for its turn stays in the nearest cache.
#include "core/math/matrix_sums.h"

#include <algorithm>
#include <bit>

#include "core/math/targets-inl.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/math/matrix_sums.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>

#include "core/math/gemm_tiles-inl.h"

#ifndef WHYLIGHT_MATRIX_SUMS_ARGUMENTS
#define WHYLIGHT_MATRIX_SUMS_ARGUMENTS
namespace whylight {
namespace {

using Eigen::Index;

// Enough for 2⁶ terms, each of several steps.
constexpr int kMostWaiting = 8;

// Gives a matrix: `start` or zeros, plus aᵀ · b, the sums of which run over
// `depth` rows of both. The last columns of b are `last_panel`, filled up with
// zeros, if there are fewer than a panel has. It is added to what came before
// it if it `continues` that; then its `rows` are added; then it is added to as
// many matrices that wait as `merges` says, the last one first; then it waits.
template <typename T>
struct SumStep {
  const T* start = nullptr;
  const T* a = nullptr;
  Index a_step = 0;
  const T* b = nullptr;
  Index b_step = 0;
  Index depth = 0;
  const T* last_panel = nullptr;
  bool continues = false;
  const T* const* rows = nullptr;
  int merges = 0;
};

template <typename T>
struct MatrixSum {
  std::span<const SumStep<T>> steps;
  T* c;
  Index c_row;
  Index cols;
};

}  // namespace
}  // namespace whylight
#endif

HWY_BEFORE_NAMESPACE();
namespace whylight::HWY_NAMESPACE {
namespace {

template <typename T, int kRows, int kVectors>
HWY_NOINLINE void SumTile(const MatrixSum<T>& sum, const TilePlace& place) {
  const Tag<T> d;
  constexpr Index kLanes = kWidestLanes<T>;
  constexpr Index kSize = kRows * kVectors * kLanes;
  HWY_ALIGN T waiting[kMostWaiting * kSize];
  T* end = waiting;
  // What will be written is wanted in the cache by then.
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; v += kPanelVectors<T>) {
      hwy::Prefetch(sum.c + (place.row + r) * sum.c_row + place.column +
                    v * kLanes);
    }
  }
  hn::Vec<Tag<T>> sums[kRows][kVectors];
  const auto add_last = [&]() HWY_ATTR {
    end -= kSize;
    for (int r = 0; r < kRows; ++r) {
      for (int v = 0; v < kVectors; ++v) {
        const T* left = end + (r * kVectors + v) * kLanes;
        sums[r][v] = hn::Add(hn::Load(d, left), sums[r][v]);
      }
    }
  };
  for (const SumStep<T>& step : sum.steps) {
    for (int r = 0; r < kRows; ++r) {
      const T* start =
          step.start == nullptr
              ? nullptr
              : step.start + (place.row + r) * sum.cols + place.column;
      for (int v = 0; v < kVectors; ++v) {
        sums[r][v] = start == nullptr ? hn::Zero(d)
                                      : LoadColumns(start + v * kLanes,
                                                    place.columns - v * kLanes);
      }
    }
    // Without a product there is nothing to point into.
    const bool multiplies = step.depth > 0;
    const T* a = multiplies ? step.a + place.row : nullptr;
    const Index b_step = place.apart ? kPanelWidth<T> : step.b_step;
    const T* b = nullptr;
    if (multiplies) {
      b = place.apart ? step.last_panel + place.column % kPanelWidth<T>
                      : step.b + place.column;
    }
    for (Index k = 0; k < step.depth; ++k) {
      AddProducts<T, 0, kVectors>(a, 1, b, kPanelWidth<T>, sums);
      a += step.a_step;
      b += b_step;
    }
    if (step.continues) add_last();
    for (int r = 0; step.rows != nullptr && r < kRows; ++r) {
      const T* row = step.rows[place.row + r];
      if (row == nullptr) continue;
      for (int v = 0; v < kVectors; ++v) {
        sums[r][v] =
            hn::Add(sums[r][v], LoadColumns(row + place.column + v * kLanes,
                                            place.columns - v * kLanes));
      }
    }
    for (int i = 0; i < step.merges; ++i) add_last();
    for (int r = 0; r < kRows; ++r) {
      for (int v = 0; v < kVectors; ++v) {
        hn::Store(sums[r][v], d, end + (r * kVectors + v) * kLanes);
      }
    }
    end += kSize;
  }
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      StoreColumns<T>(
          hn::Load(d, waiting + (r * kVectors + v) * kLanes),
          sum.c + (place.row + r) * sum.c_row + place.column + v * kLanes,
          place.columns - v * kLanes);
    }
  }
}

template <typename T>
struct SumTiles {
  const MatrixSum<T>& sum;

  template <int kRows, int kVectors>
  HWY_INLINE void Run(const TilePlace& place) const {
    SumTile<T, kRows, kVectors>(sum, place);
  }
};

template <typename T>
void Sum(const MatrixSum<T>& sum, Index rows) {
  const bool apart = sum.cols % kPanelWidth<T> != 0;
  ForEachTile<T, kTileVectors<T>>(sum.cols, apart, 0, rows, SumTiles<T>{sum});
}

void SumFloat(const MatrixSum<float>& sum, Index rows) { Sum(sum, rows); }
#if HWY_HAVE_FLOAT64
void SumDouble(const MatrixSum<double>& sum, Index rows) { Sum(sum, rows); }
#endif

}  // namespace
}  // namespace whylight::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whylight {
namespace {

HWY_EXPORT(SumFloat);

void Sum(const MatrixSum<float>& sum, Index rows) {
  HWY_DYNAMIC_DISPATCH(SumFloat)(sum, rows);
}

#if HWY_HAVE_FLOAT64
HWY_EXPORT(SumDouble);

void Sum(const MatrixSum<double>& sum, Index rows) {
  HWY_DYNAMIC_DISPATCH(SumDouble)(sum, rows);
}
#endif

// The steps to the sum of `terms`; false if all of them are empty.
template <typename T>
bool AddSteps(std::span<const MatrixTerm<T>> terms,
              std::vector<SumStep<T>>* steps) {
  if (terms.size() > 1) {
    const std::size_t half = terms.size() / 2;
    const bool left = AddSteps(terms.first(half), steps);
    const bool right = AddSteps(terms.last(half), steps);
    if (left && right) ++steps->back().merges;
    return left || right;
  }
  const MatrixTerm<T>& term = terms[0];
  if (term.empty()) return false;
  const std::size_t before = steps->size();
  const auto add = [&](SumStep<T> step) {
    step.continues = steps->size() > before;
    steps->push_back(step);
  };
  if (term.start != nullptr) add({.start = term.start});
  for (const auto& [a, b] : term.products) {
    for (Index k = 0; k < a.rows(); k += kSummedRows) {
      add({.a = a.data() + k * a.outerStride(),
           .a_step = a.outerStride(),
           .b = b.data() + k * b.outerStride(),
           .b_step = b.outerStride(),
           .depth = std::min(kSummedRows, a.rows() - k)});
    }
  }
  if (steps->size() == before) add({});
  if (!term.rows.empty()) steps->back().rows = term.rows.data();
  return true;
}

// Copies the last columns of every b to where they are read as a panel, which
// would reach past the end of a row.
template <typename T>
std::vector<T> PackLastPanels(Index cols, std::vector<SumStep<T>>* steps) {
  const Index rest = cols % kPanelWidth<T>;
  std::vector<T> panels;
  if (rest == 0) return panels;
  Index depth = 0;
  for (const SumStep<T>& step : *steps) depth += step.depth;
  panels.resize(static_cast<std::size_t>(depth * kPanelWidth<T>));
  T* panel = panels.data();
  for (SumStep<T>& step : *steps) {
    if (step.depth == 0) continue;
    step.last_panel = panel;
    const T* from = step.b + cols - rest;
    for (Index k = 0; k < step.depth; ++k, panel += kPanelWidth<T>) {
      std::copy_n(from + k * step.b_step, rest, panel);
    }
  }
  return panels;
}

}  // namespace

template <typename T>
void SumTerms(std::span<const MatrixTerm<T>> terms, MutableRef<T> c) {
  eigen_assert(std::has_single_bit(terms.size()) &&
               std::bit_width(terms.size()) < kMostWaiting);
  std::vector<SumStep<T>> steps;
  if (!AddSteps(terms, &steps)) {
    c.setZero();
    return;
  }
  const std::vector<T> panels = PackLastPanels(c.cols(), &steps);
  Sum({.steps = steps,
       .c = c.data(),
       .c_row = c.outerStride(),
       .cols = c.cols()},
      c.rows());
}

template void SumTerms(std::span<const MatrixTerm<float>>, MutableRef<float>);
#if HWY_HAVE_FLOAT64
template void SumTerms(std::span<const MatrixTerm<double>>, MutableRef<double>);
#endif

}  // namespace whylight
#endif
