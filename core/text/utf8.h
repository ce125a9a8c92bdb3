// Reading and writing UTF-8 one code point at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/span.h"

namespace whylight {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

struct CodePoint {
  char32_t value;
  std::uint32_t bytes;  ///< How many bytes of UTF-8 it was read from.
  bool valid;           ///< False for bytes that are not UTF-8.

  /// JavaScript's measure: two units beyond the Basic Multilingual Plane.
  std::uint32_t Utf16Units() const { return value >= 0x10000 ? 2 : 1; }
};

/// The code point that starts at byte `at < utf8.size()`. Bytes that are not
/// UTF-8 read as U+FFFD exactly as in the decoder of the web (WHATWG): the
/// longest start of a code point counts as one, and the byte that does not
/// belong to it is read again.
inline CodePoint DecodeUtf8(std::string_view utf8, std::size_t at) {
  const auto byte = [utf8](std::size_t i) {
    return static_cast<unsigned char>(utf8[i]);
  };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return {lead, 1, true};
  if (lead < 0xC2 || lead > 0xF4) return {kReplacementCharacter, 1, false};
  const std::uint32_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t value = lead & (0xFFu >> (length + 1));
  // The second byte's range leaves out overlong forms, surrogates and what
  // lies beyond U+10FFFF.
  unsigned char lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  for (std::uint32_t i = 1; i < length; ++i) {
    if (at + i >= utf8.size() || byte(at + i) < lowest ||
        byte(at + i) > highest) {
      return {kReplacementCharacter, i, false};
    }
    value = (value << 6) | (byte(at + i) & 0x3Fu);
    lowest = 0x80;
    highest = 0xBF;
  }
  return {value, length, true};
}

/// Appends a Unicode scalar value.
inline void AppendUtf8(char32_t value, std::string& utf8) {
  const auto append = [&utf8](char32_t byte) {
    utf8.push_back(static_cast<char>(byte));
  };
  if (value < 0x80) {
    append(value);
  } else if (value < 0x800) {
    append(0xC0 | (value >> 6));
    append(0x80 | (value & 0x3F));
  } else if (value < 0x10000) {
    append(0xE0 | (value >> 12));
    append(0x80 | ((value >> 6) & 0x3F));
    append(0x80 | (value & 0x3F));
  } else {
    append(0xF0 | (value >> 18));
    append(0x80 | ((value >> 12) & 0x3F));
    append(0x80 | ((value >> 6) & 0x3F));
    append(0x80 | (value & 0x3F));
  }
}

inline bool IsValidUtf8(std::string_view utf8) {
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint next = DecodeUtf8(utf8, at);
    if (!next.valid) return false;
    at += next.bytes;
  }
  return true;
}

/// The length JavaScript gives the same text once it is decoded.
inline std::uint32_t Utf16Length(std::string_view utf8) {
  std::uint32_t units = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint next = DecodeUtf8(utf8, at);
    units += next.Utf16Units();
    at += next.bytes;
  }
  return units;
}

/// The part of a text that a span of UTF-16 units is of, which cuts no
/// character in two.
inline std::string_view SliceUtf16(std::string_view utf8, const Span& span) {
  std::uint32_t unit = 0;
  std::size_t at = 0;
  const auto advance = [&](std::uint32_t to) {
    while (at < utf8.size() && unit < to) {
      const CodePoint next = DecodeUtf8(utf8, at);
      unit += next.Utf16Units();
      at += next.bytes;
    }
    return at;
  };
  const std::size_t start = advance(span.start);
  return utf8.substr(start, advance(span.end) - start);
}

}  // namespace whylight
