// The beginning of a text, for messages.
#pragma once

#include <cstddef>
#include <string>

namespace whylight {

/// The first `most` bytes of UTF-8, without a character that is cut in two.
inline std::string FirstCharacters(std::string utf8, std::size_t most = 60) {
  if (utf8.size() <= most) return utf8;
  std::size_t end = most;
  const auto continues = [&](std::size_t at) {
    return (static_cast<unsigned char>(utf8[at]) & 0xC0) == 0x80;
  };
  while (end > 0 && continues(end)) --end;
  utf8.resize(end);
  return utf8;
}

}  // namespace whylight
