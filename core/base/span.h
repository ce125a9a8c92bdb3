// A piece of the caller's string.
#pragma once

#include <cstdint>

namespace whylight {

/// Half-open range [start, end) of UTF-16 code units, the unit JavaScript
/// strings are indexed in: `text.slice(start, end)` is the piece.
struct Span {
  std::uint32_t start;
  std::uint32_t end;

  friend bool operator==(const Span&, const Span&) = default;
};

}  // namespace whylight
