// The part of rated reviews in which an aspect's rating does not follow the
// others (Lei17 section 3.4.1, footnote 3).
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/result.h"
#include "core/math/matrix.h"

namespace whylight {

/// Correlations of the first column of some ratings with each other column; 0
/// where a column does not vary.
struct RatingCorrelations {
  std::size_t n = 0;
  std::vector<double> each;
  double mean = 0;     ///< Of their sizes.
  double largest = 0;  ///< Of their sizes.
};

RatingCorrelations CorrelationsOfFirst(const Matrix& ratings);

struct Decorrelated {
  std::vector<std::size_t> rows;  ///< Ascending.
  RatingCorrelations before;
  RatingCorrelations after;
};

/// The rows whose first rating is predicted worst by a linear regression on the
/// others, as many as keep the mean size of its correlations with them at or
/// below `threshold`. Fails with kBadData where fewer than `least` do.
Result<Decorrelated> Decorrelate(const Matrix& ratings, double threshold,
                                 std::size_t least = 100);

}  // namespace whylight
