// The feature maps of string kernels, written out (Lei17 section 2.4.1,
// appendix A.2).
#pragma once

#include <cmath>

#include "core/explain/string_kernel.h"
#include "tests/core/rcnn_reference.h"

namespace whylight {

/// a ⊗ b as one vector, the positions of `a` slowest.
inline RowVector Tensor(const RowVector& a, const RowVector& b) {
  RowVector product(a.size() * b.size());
  for (Index i = 0; i < a.size(); ++i) {
    product.segment(i * b.size(), b.size()) = a[i] * b;
  }
  return product;
}

/// [a; b]
inline RowVector Stack(const RowVector& a, const RowVector& b) {
  RowVector stacked(a.size() + b.size());
  stacked.head(a.size()) = a;
  stacked.tail(b.size()) = b;
  return stacked;
}

/// The weight of an n-gram of a text of `length` words, before normalisation.
inline double WeightOf(const Ngram& ngram, Index length,
                       const StringKernelOptions& options) {
  const Index end =
      options.weighting == GapWeighting::kSpan ? ngram.back() + 1 : length;
  return std::pow(options.decay,
                  static_cast<double>(end - ngram.front() - options.order));
}

/// φ(x), with ⟨φ(x), φ(y)⟩ = K_n(x, y).
inline RowVector FeatureMap(const Matrix& x,
                            const StringKernelOptions& options) {
  const bool product = options.mapping == Mapping::kMultiplicative;
  Index size = 1;
  for (Index m = 0; m < options.order; ++m) size *= x.cols();
  RowVector features =
      RowVector::Zero(product ? size : options.order * x.cols());
  double total = 0;
  ForEachNgram(options.order, x.rows(), [&](const Ngram& ngram) {
    RowVector words = x.row(ngram[0]);
    for (std::size_t m = 1; m < ngram.size(); ++m) {
      words = product ? Tensor(words, x.row(ngram[m]))
                      : Stack(words, x.row(ngram[m]));
    }
    const double weight = WeightOf(ngram, x.rows(), options);
    features += static_cast<Real>(weight) * words;
    total += weight;
  });
  if (options.normalized && total > 0) features /= static_cast<Real>(total);
  return features;
}

}  // namespace whylight
