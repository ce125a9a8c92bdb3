// Shared checks of the options of layers.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/math/matrix.h"

namespace whylight {

/// The widest layer. Above any sensible width; low enough for [h x h] to fit in
/// memory, and for no count of parameters to overflow 64 bits.
inline constexpr Index kMaxWidth = 1 << 12;

/// The most numbers that a layer may give at a word or for a text. A few lines
/// could ask for any number, for which no tensors need be there.
inline constexpr Index kMaxOutputs = 16 * kMaxWidth;

/// The most layers that a stack may have.
inline constexpr Index kMaxStack = 64;

/// The error in the size called `option` of `layer`, or nothing.
inline Status CheckSize(const std::string& layer, const std::string& option,
                        Index size) {
  if (size >= 1) return {};
  return Error{ErrorCode::kInvalidArgument,
               layer + ": \"" + option +
                   "\": expected a whole number of at least 1, found " +
                   std::to_string(size)};
}

}  // namespace whylight
