// How large things may be, whatever the task.
#pragma once

#include <cstddef>

#include "core/layers/check_size.h"

namespace whylight {

/// The longest text that is read, in words.
inline constexpr std::size_t kMaxWords = 100000;

/// How many layers a model may list.
inline constexpr std::size_t kMaxListedLayers = 64;

}  // namespace whylight
