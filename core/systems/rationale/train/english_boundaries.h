// The boundaries of phrases in English (core/systems/rationale/boundaries.h).
#pragma once

#include "core/systems/rationale/boundaries.h"

namespace whylight {

/// The closed-class words of English, from which a run is not cut off. They
/// know nothing of any domain.
Boundaries EnglishBoundaries();

}  // namespace whylight
