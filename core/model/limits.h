// How large things may be, whatever the task.
#pragma once

#include <cstddef>

#include "core/math/matrix.h"

namespace whylight {

/// The longest text that is read, in words.
inline constexpr std::size_t kMaxWords = 100000;

/// The widest vector. Above any sensible width; low enough for [h x h] to fit
/// in memory, and for no count of parameters to overflow 64 bits.
inline constexpr Index kMaxWidth = 1 << 12;

/// How many layers a model may list.
inline constexpr std::size_t kMaxListedLayers = 64;

}  // namespace whylight
