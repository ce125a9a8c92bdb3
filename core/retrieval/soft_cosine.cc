#include "core/retrieval/soft_cosine.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/math/row_products.h"

namespace whylight {
namespace {

// Rows whose products with all others are in memory at a time.
constexpr Index kSoftRows = 64;

// xᵀMy without what words have of themselves.
double AlikeWords(const SoftText& x, const SoftText& y) {
  if (x.directions.cols() != y.directions.cols()) return 0;
  const auto& rows = x.directions;
  Matrix cosines(std::min(kSoftRows, rows.rows()), y.directions.rows());
  double sum = 0;
  for (Index start = 0; start < rows.rows(); start += kSoftRows) {
    const Index count = std::min(kSoftRows, rows.rows() - start);
    RowDots(rows.middleRows(start, count), y.directions,
            cosines.topRows(count));
    for (Index i = 0; i < count; ++i) {
      const auto& [word, weight] = x.words[static_cast<std::size_t>(start + i)];
      for (Index j = 0; j < cosines.cols(); ++j) {
        const auto& other = y.words[static_cast<std::size_t>(j)];
        const auto cosine = std::max(0.0, static_cast<double>(cosines(i, j)));
        if (cosine == 0 || word == other.first) continue;
        sum += weight * other.second * cosine * cosine;
      }
    }
  }
  return sum;
}

double SoftProduct(const SoftText& x, const SoftText& y) {
  return DotProduct(x.words, y.words) + AlikeWords(x, y);
}

}  // namespace

SoftText MakeSoftText(WeightedTerms words, const WordVectorOf& vectors) {
  SoftText text;
  text.words = std::move(words);
  for (std::size_t i = 0; i < text.words.size(); ++i) {
    const std::span<const Real> vector = vectors(text.words[i].first);
    if (vector.empty()) continue;
    const Eigen::Map<const RowVector> numbers(
        vector.data(), static_cast<Index>(vector.size()));
    if (text.directions.size() == 0) {
      text.directions.setZero(static_cast<Index>(text.words.size()),
                              numbers.size());
    }
    const Real length = numbers.norm();
    if (length > 0) {
      text.directions.row(static_cast<Index>(i)) = numbers / length;
    }
  }
  // M need not be positive definite, but with weights that are not negative
  // this is no less than the sum of their squares.
  text.norm = std::sqrt(SoftProduct(text, text));
  return text;
}

double SoftCosine(const SoftText& x, const SoftText& y) {
  if (!(x.norm > 0) || !(y.norm > 0)) return 0;
  return SoftProduct(x, y) / (x.norm * y.norm);
}

}  // namespace whylight
