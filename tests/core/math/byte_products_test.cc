#include "core/math/byte_products.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "tests/core/math/every_target.h"

namespace whylight {
namespace {

using Eigen::Index;

struct Bytes {
  std::vector<std::int8_t> rows;
  std::vector<std::int16_t> query;
};

// `width` numbers of each row are random, the rest of the stride is zeros.
Bytes RandomBytes(Index count, Index width, Index offset) {
  const CounterRandom random(1, RandomPurpose::kInitialise);
  const Index stride = ByteStride(width);
  const std::int32_t most = MostQueryNumber(width);
  Bytes bytes;
  bytes.rows.assign(static_cast<std::size_t>(offset + count * stride), 0);
  bytes.query.assign(static_cast<std::size_t>(offset + stride), 0);
  std::uint64_t next = 0;
  const auto number = [&](std::int32_t size) {
    const auto sizes = static_cast<std::uint64_t>(2 * size + 1);
    return static_cast<std::int32_t>(random.Below(next++, sizes)) - size;
  };
  for (Index k = 0; k < width; ++k) {
    bytes.query[static_cast<std::size_t>(offset + k)] =
        static_cast<std::int16_t>(number(most));
    for (Index r = 0; r < count; ++r) {
      bytes.rows[static_cast<std::size_t>(offset + r * stride + k)] =
          static_cast<std::int8_t>(number(kMostByte));
    }
  }
  return bytes;
}

TEST(ByteProductsTest, EqualPlainLoopsOnEveryInstructionSet) {
  for (const Index width : {1, 7, 8, 15, 16, 17, 31, 33, 64, 100, 200, 513}) {
    for (const Index count : {0, 1, 2, 3, 4, 5, 11}) {
      // From an aligned address, and from others.
      for (const Index offset : {0, 1, 5}) {
        const Bytes bytes = RandomBytes(count, width, offset);
        const Index stride = ByteStride(width);
        const std::int8_t* const rows = bytes.rows.data() + offset;
        const std::int16_t* const query = bytes.query.data() + offset;
        std::vector<std::int32_t> expected;
        for (Index r = 0; r < count; ++r) {
          std::int64_t sum = 0;
          for (Index k = 0; k < width; ++k) {
            sum += std::int64_t{rows[r * stride + k]} * query[k];
          }
          expected.push_back(static_cast<std::int32_t>(sum));
        }
        expected.push_back(77);
        ForEachTarget([&] {
          std::vector<std::int32_t> products(expected.size(), 77);
          ByteProducts(rows, count, stride, query, products.data());
          EXPECT_EQ(products, expected) << width << " x " << count;
        });
      }
    }
  }
}

TEST(ByteProductsTest, NoSumOverflowsWhateverTheWidth) {
  for (const Index width : {1, 200, 512, 517, 4096, 100000}) {
    const Index stride = ByteStride(width);
    const std::int32_t most = MostQueryNumber(width);
    std::vector<std::int8_t> row(static_cast<std::size_t>(stride), 0);
    std::vector<std::int16_t> query(static_cast<std::size_t>(stride), 0);
    std::fill_n(row.begin(), width, std::int8_t{-kMostByte});
    std::fill_n(query.begin(), width, static_cast<std::int16_t>(most));
    const std::int64_t expected = std::int64_t{-kMostByte} * most * width;
    ForEachTarget([&] {
      std::int32_t product = 0;
      ByteProducts(row.data(), 1, stride, query.data(), &product);
      EXPECT_EQ(product, expected) << width;
    });
  }
  EXPECT_EQ(MostQueryNumber(200), std::numeric_limits<std::int16_t>::max());
}

}  // namespace
}  // namespace whylight
