// Memory that is wanted soon.
#pragma once

#include "core/math/matrix.h"

namespace whylight {

/// Has `count` numbers in the cache by the time they are read, if that is a
/// microsecond from now. Changes nothing.
template <typename T>
void FetchAhead(const T* numbers, Index count) {
  constexpr Index kLine = 64 / static_cast<Index>(sizeof(T));
  for (Index i = 0; i < count; i += kLine) {
#ifdef __wasm__
    // There is no instruction to ask for it, but no one waits for what is read
    // and not used.
    static_cast<void>(*static_cast<const volatile T*>(numbers + i));
#else
    __builtin_prefetch(numbers + i);
#endif
  }
}

}  // namespace whylight
