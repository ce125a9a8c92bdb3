// Asking for memory before it is taken: where an allocation that fails ends the
// program, as in WebAssembly without exceptions, it must not come to that.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>

#include "core/base/result.h"

namespace whylight {

/// Fails with kOutOfMemory unless `bytes` can be had at this moment. `what` is
/// what they are for, as in "a text of 12 bytes".
inline Status CheckMemory(std::size_t bytes, const std::string& what) {
  // Volatile, or the compiler may see that nothing is done with the memory, and
  // take none.
  void* volatile probe = std::malloc(bytes);
  if (probe == nullptr) {
    return Error{ErrorCode::kOutOfMemory, "expected " + std::to_string(bytes) +
                                              " bytes of free memory for " +
                                              what + ", found fewer"};
  }
  std::free(probe);
  return {};
}

}  // namespace whylight
