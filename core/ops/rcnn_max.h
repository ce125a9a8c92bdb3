// Max-pooling over skip n-grams (Lei17 section 2.3.5).
#pragma once

#include <cstdint>
#include <vector>

#include "core/math/matrix.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

/// For every word t of one sequence, every level j = 1..n and every unit, the
/// largest f(i_1..i_j) λ^(t - i_1 - j + 1) over the n-grams that end exactly at
/// t (z) and over those that end at t or before (c); 0 while there is none.
struct MaxNgrams {
  Matrix z;  ///< [L x n·h]
  Matrix c;  ///< [L x n·h]
  /// The words i_1..i_j of each entry's n-gram, `order` numbers an entry of
  /// which the first j count; -1 first where there is none.
  std::vector<std::int32_t> z_words;
  std::vector<std::int32_t> c_words;
};

/// `candidates` holds u_1..u_n of the sequence's words side by side, [L x n·h].
/// Exact: a multiplicative n-gram's best continuation comes from the largest or
/// the smallest prefix (a negative factor swaps them), in O(n L) a unit; an
/// additive one's from a table for each first word, in O(n L²), because the
/// decay multiplies the whole sum. Needs n <= kMaxOrder.
MaxNgrams FindMaxNgrams(const Matrix& candidates, Index order, Mapping mapping,
                        Real decay);

/// Adds to `d_candidates` what gradients of z and c send back, each to the
/// words of its n-gram alone.
void SendBack(const MaxNgrams& found, const Matrix& candidates, Mapping mapping,
              Real decay, const Matrix& d_z, const Matrix& d_c,
              Matrix& d_candidates);

}  // namespace whylight
