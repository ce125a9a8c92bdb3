#include "core/base/hash.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace whylight {
namespace {

TEST(HashTest, GivesThePublishedValues) {
  EXPECT_EQ(Fnv1a(std::string_view("")), 0xcbf29ce484222325u);
  EXPECT_EQ(Fnv1a(std::string_view("a")), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(Fnv1a(std::string_view("foobar")), 0x85944171f73967e8u);
}

TEST(HashTest, TakesBytesWithoutTheirSign) {
  EXPECT_EQ(Fnv1a(std::string_view("\xC3\xA9")),
            Fnv1a(std::vector<std::uint8_t>{0xC3, 0xA9}));
}

TEST(HashTest, TellsNumbersApartThatDifferInTheirUpperBitsAlone) {
  const std::vector<std::int64_t> low = {1};
  const std::vector<std::int64_t> high = {1 + (std::int64_t{1} << 40)};
  EXPECT_NE(FoldedHash(low) & 0xFFFFu, FoldedHash(high) & 0xFFFFu);
}

}  // namespace
}  // namespace whylight
