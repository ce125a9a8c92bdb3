// The vectors of documents, each number a byte: a quarter of what floats take.
// Of vectors of 200 numbers, cosines are off by 0.0005, the root of the mean
// square (document_vectors_test.cc).
//
// A vector is kept as integers from -127 to 127 and the scale that gives it
// unit length, which follows from the integers. Cosines are sums of integers
// times two scales, so every platform finds the same ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/math/byte_products.h"

namespace whylight {

/// What vectors are compared with, as integers.
struct VectorQuery {
  std::vector<std::int16_t> numbers;
  double scale = 0;  ///< 0 of a vector of zeros, whose cosines are 0.
};

class DocumentVectors {
 public:
  explicit DocumentVectors(std::size_t width);

  std::size_t width() const { return width_; }
  std::size_t size() const { return scales_.size(); }

  /// A vector of `width` finite numbers, of which only the direction is kept.
  void Append(std::span<const float> vector);
  /// A vector as `Integers` gave it.
  void AppendIntegers(std::span<const std::int8_t> integers);
  /// Those of vector `i`, of -127 to 127.
  std::span<const std::int8_t> Integers(std::size_t i) const;

  /// Leaves out the vectors for which `keep` holds 0.
  void Keep(std::span<const std::uint8_t> keep);

  /// `vector` holds `width` finite numbers.
  VectorQuery MakeQuery(std::span<const float> vector) const;
  /// Vector `i` as what others are compared with.
  VectorQuery MakeQuery(std::size_t i) const;

  /// The cosines of the query and vectors `first` to `first` + cosines.size(),
  /// in [-1, 1].
  void Cosines(const VectorQuery& query, std::size_t first,
               std::span<double> cosines) const;
  double Cosine(const VectorQuery& query, std::size_t i) const;

  /// Bytes used.
  std::size_t Memory() const;

 private:
  std::size_t width_;
  std::size_t stride_;
  std::vector<std::int8_t> rows_;  // [size x stride], filled up with zeros.
  std::vector<double> scales_;     // 1 / length, or 0.
};

}  // namespace whylight
