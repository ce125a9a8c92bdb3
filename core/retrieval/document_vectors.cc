#include "core/retrieval/document_vectors.h"

#include <algorithm>
#include <cmath>

namespace whylight {
namespace {

// Products that are computed before they are scaled.
constexpr std::size_t kScanned = 512;

// Rounds `vector` to integers whose largest size is `most`; returns 1 / their
// length, or 0 if all are 0.
template <typename Integer>
double RoundVector(std::span<const float> vector, std::int32_t most,
                   Integer* integers) {
  double largest = 0;
  for (const float number : vector) {
    largest = std::max(largest, std::abs(static_cast<double>(number)));
  }
  if (largest == 0) return 0;
  double squares = 0;
  for (std::size_t k = 0; k < vector.size(); ++k) {
    const double rounded = std::nearbyint(static_cast<double>(vector[k]) /
                                          largest * static_cast<double>(most));
    integers[k] = static_cast<Integer>(rounded);
    squares += rounded * rounded;
  }
  return 1 / std::sqrt(squares);
}

}  // namespace

DocumentVectors::DocumentVectors(std::size_t width)
    : width_(width),
      stride_(static_cast<std::size_t>(
          ByteStride(static_cast<Eigen::Index>(width)))) {}

void DocumentVectors::Append(std::span<const float> vector) {
  rows_.resize(rows_.size() + stride_, 0);
  scales_.push_back(
      RoundVector(vector, kMostByte, rows_.data() + rows_.size() - stride_));
}

void DocumentVectors::AppendIntegers(std::span<const std::int8_t> integers) {
  rows_.insert(rows_.end(), integers.begin(), integers.end());
  rows_.resize(rows_.size() + stride_ - width_, 0);
  // Of integers this small, every sum is exact.
  double squares = 0;
  for (const std::int8_t number : integers) {
    squares += static_cast<double>(number) * static_cast<double>(number);
  }
  scales_.push_back(squares == 0 ? 0 : 1 / std::sqrt(squares));
}

std::span<const std::int8_t> DocumentVectors::Integers(std::size_t i) const {
  return {rows_.data() + i * stride_, width_};
}

void DocumentVectors::Keep(std::span<const std::uint8_t> keep) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (keep[i] == 0) continue;
    std::copy_n(rows_.data() + i * stride_, stride_,
                rows_.data() + kept * stride_);
    scales_[kept++] = scales_[i];
  }
  rows_.resize(kept * stride_);
  scales_.resize(kept);
}

VectorQuery DocumentVectors::MakeQuery(std::span<const float> vector) const {
  VectorQuery query;
  query.numbers.assign(stride_, 0);
  query.scale =
      RoundVector(vector, MostQueryNumber(static_cast<Eigen::Index>(width_)),
                  query.numbers.data());
  return query;
}

VectorQuery DocumentVectors::MakeQuery(std::size_t i) const {
  const std::int8_t* const row = rows_.data() + i * stride_;
  return {{row, row + stride_}, scales_[i]};
}

void DocumentVectors::Cosines(const VectorQuery& query, std::size_t first,
                              std::span<double> cosines) const {
  std::int32_t products[kScanned];
  for (std::size_t start = 0; start < cosines.size(); start += kScanned) {
    const std::size_t count = std::min(kScanned, cosines.size() - start);
    ByteProducts(rows_.data() + (first + start) * stride_,
                 static_cast<Eigen::Index>(count),
                 static_cast<Eigen::Index>(stride_), query.numbers.data(),
                 products);
    for (std::size_t i = 0; i < count; ++i) {
      const double cosine = static_cast<double>(products[i]) * query.scale *
                            scales_[first + start + i];
      // Rounding may take that of a vector and itself beyond 1.
      cosines[start + i] = std::clamp(cosine, -1.0, 1.0);
    }
  }
}

double DocumentVectors::Cosine(const VectorQuery& query, std::size_t i) const {
  double cosine = 0;
  Cosines(query, i, {&cosine, 1});
  return cosine;
}

std::size_t DocumentVectors::Memory() const {
  return rows_.capacity() + scales_.capacity() * sizeof(double);
}

}  // namespace whylight
