// The hash of the house. It is part of results: the starting values of a
// parameter depend on the hash of its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace whylight {

/// FNV-1a in 64 bits. Of wider numbers than bytes each is taken whole.
template <typename Numbers>
constexpr std::uint64_t Fnv1a(const Numbers& numbers) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const auto number : numbers) {
    using Unsigned = std::make_unsigned_t<std::remove_cv_t<decltype(number)>>;
    hash = (hash ^ static_cast<Unsigned>(number)) * 0x100000001b3u;
  }
  return hash;
}

/// Of a file, quickly: of 8 bytes at a time as a little-endian number, then of
/// the rest one by one.
inline std::uint64_t Checksum(std::string_view bytes) {
  std::uint64_t hash = Fnv1a(std::string_view());
  const auto mix = [&hash](std::uint64_t number) {
    hash = (hash ^ number) * 0x100000001b3u;
  };
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t number;
    std::memcpy(&number, bytes.data() + at, sizeof(number));
    mix(number);
  }
  for (; at < bytes.size(); ++at) mix(static_cast<unsigned char>(bytes[at]));
  return hash;
}

/// Fnv1a for tables, which look at the lower bits only: the upper ones show
/// in them.
template <typename Numbers>
constexpr std::size_t FoldedHash(const Numbers& numbers) {
  const std::uint64_t hash = Fnv1a(numbers);
  return static_cast<std::size_t>(hash ^ (hash >> 32));
}

}  // namespace whylight
