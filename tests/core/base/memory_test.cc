// libc's functions or, as wasm, those that are linked in their place
// (wasm/bindings/memory.cc), against loops over bytes.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <numeric>
#include <vector>

namespace whylight {
namespace {

using Bytes = std::vector<unsigned char>;

constexpr std::size_t kSizes[] = {0,  1,  2,  7,  8,  9,  15, 16,
                                  17, 31, 32, 33, 47, 64, 65, 100};

Bytes Numbered(std::size_t size) {
  Bytes bytes(size);
  std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(1));
  return bytes;
}

TEST(Memory, IsMovedWhereverThePlacesOverlap) {
  constexpr std::size_t kPlaces[] = {0, 1, 3, 8, 15, 16, 17, 40};
  for (const std::size_t size : kSizes) {
    for (const std::size_t from : kPlaces) {
      for (const std::size_t to : kPlaces) {
        Bytes bytes = Numbered(160);
        Bytes expected = bytes;
        for (std::size_t i = 0; i < size; ++i)
          expected[to + i] = bytes[from + i];
        EXPECT_EQ(std::memmove(bytes.data() + to, bytes.data() + from, size),
                  bytes.data() + to);
        EXPECT_EQ(bytes, expected) << size << " from " << from << " to " << to;
      }
    }
  }
}

TEST(Memory, IsCopiedAndFilledAsFarAsAskedFor) {
  const Bytes source = Numbered(120);
  for (const std::size_t size : kSizes) {
    for (const std::size_t at : {0, 1, 5, 16}) {
      Bytes bytes(140, 200);
      Bytes expected = bytes;
      for (std::size_t i = 0; i < size; ++i) expected[at + i] = source[i + 3];
      std::memcpy(bytes.data() + at, source.data() + 3, size);
      EXPECT_EQ(bytes, expected) << size << " at " << at;
      for (std::size_t i = 0; i < size; ++i) expected[at + i] = 0x9c;
      std::memset(bytes.data() + at, 0x59c, size);
      EXPECT_EQ(bytes, expected) << size << " at " << at;
    }
  }
}

TEST(Memory, IsOrderedByTheFirstByteThatDiffers) {
  for (const std::size_t size : kSizes) {
    // What has no bytes may have no place, which memcmp wants all the same.
    if (size == 0) continue;
    const Bytes left = Numbered(size);
    EXPECT_EQ(std::memcmp(left.data(), Bytes(left).data(), size), 0);
    for (std::size_t i = 0; i < size; ++i) {
      Bytes right = left;
      right[i] = 255;
      // The last one differs the other way.
      if (i + 1 < size) right.back() = 0;
      EXPECT_LT(std::memcmp(left.data(), right.data(), size), 0) << i;
      EXPECT_GT(std::memcmp(right.data(), left.data(), size), 0) << i;
    }
  }
}

}  // namespace
}  // namespace whylight
