// What the fuzzers share.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/text/utf8.h"

namespace whylight {

/// Ends the program, which is a finding, unless what must hold does.
inline void Expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "Expected that %s.\n", what);
  std::abort();
}

/// An error of that code whose message is a text.
inline void ExpectError(const Error& error, ErrorCode code) {
  if (error.code == code && !error.message.empty() &&
      IsValidUtf8(error.message)) {
    return;
  }
  std::fprintf(stderr, "Expected %s, found %s: %s\n",
               std::string(ErrorCodeName(code)).c_str(),
               std::string(ErrorCodeName(error.code)).c_str(),
               error.message.c_str());
  std::abort();
}

inline std::string_view AsText(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Cuts off what stands before the first `separator`, which goes as well; all
/// of `rest` if there is none.
inline std::string_view TakeUntil(char separator, std::string_view& rest) {
  const std::string_view part = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

}  // namespace whylight
