// How fast a word's weight grows with its z, for gradients of masks.
#pragma once

#include "core/math/matrix.h"

namespace whylight {

/// What exp(score) over the sum of the words read is cut at: of a word that is
/// left out it may be infinite, where selecting it would do no more than give
/// it all of the weight. No z of 0.01 or more is ever cut where it is read.
inline constexpr Real kMostMaskRatio = 100;

}  // namespace whylight
