// Many vectors of bytes times one of 16-bit integers: how alike a query and
// every document of an index are. A quarter of the memory of floats, of which
// such a product is made: each byte is read once, and used once.
//
// Sums are of integers and exact, so they are the same on every instruction
// set, natively and as wasm.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>

namespace whylight {

/// Rows start so many bytes apart, or a multiple of it, the last ones zeros.
inline constexpr Eigen::Index kByteBlock = 16;

/// The bytes of a row of `width` numbers, zeros included.
constexpr Eigen::Index ByteStride(Eigen::Index width) {
  return (width + kByteBlock - 1) / kByteBlock * kByteBlock;
}

/// The largest number of a row; none is smaller than its negative.
inline constexpr std::int32_t kMostByte = 127;

/// The largest size of a query's numbers with which no sum over `width`
/// overflows.
constexpr std::int32_t MostQueryNumber(Eigen::Index width) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
  constexpr std::int32_t kMost = std::numeric_limits<std::int16_t>::max();
  const std::int64_t most =
      kLargest / (kMostByte * static_cast<std::int64_t>(width < 1 ? 1 : width));
  return most < kMost ? static_cast<std::int32_t>(most) : kMost;
}

/// products[i] = Σ rows[i * stride + k] · query[k] over k < stride, for each of
/// `count` rows. `stride` is a multiple of kByteBlock.
void ByteProducts(const std::int8_t* rows, Eigen::Index count,
                  Eigen::Index stride, const std::int16_t* query,
                  std::int32_t* products);

}  // namespace whylight
