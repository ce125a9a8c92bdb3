// Sums of matrices that are products themselves, such as the gradient that the
// shards of a batch give a weight. The result is written once, a tile at a
// time, instead of once a product.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/math/kernels.h"

namespace whylight {

/// ((start + a₁ᵀ · b₁) + a₂ᵀ · b₂ + ...) + rows, a matrix that has not been
/// made. Whatever it refers to must stay.
template <typename T>
struct MatrixTerm {
  using View = Eigen::Map<const MatrixOf<T>, 0, Eigen::OuterStride<>>;
  struct Factors {
    View a;
    View b;
  };

  const T* start = nullptr;  ///< Its rows follow each other; null for none.
  std::vector<Factors> products;
  /// What is added to each row, null for nothing; empty for none.
  std::vector<const T*> rows;

  bool empty() const {
    return start == nullptr && products.empty() && rows.empty();
  }
};

/// c = the sum of `terms`, of which there are 1, 2, 4 or more such: added in
/// pairs, pairs of pairs and so on, as if all of them had been made, products
/// by `TransposedProduct`. Those that are empty are passed over. The memory of
/// `c` may be the start of a term.
template <typename T>
void SumTerms(std::span<const MatrixTerm<T>> terms, MutableRef<T> c);

}  // namespace whylight
