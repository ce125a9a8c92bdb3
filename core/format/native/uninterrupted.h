// Calls of the system that a signal may cut short.
#pragma once

#include <cerrno>

namespace whylight {

/// What `call` returns, which is called again where a signal cut it short.
template <typename Call>
auto Uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

}  // namespace whylight
