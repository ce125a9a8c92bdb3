// The system of ratings with rationales for a program that explains many texts.
#pragma once

#include "core/model/system.h"

namespace whylight {

/// RationaleSystem, explaining by RationaleEngine where that reads the model.
/// Says the same, to the bit.
const System& FastRationaleSystem();

}  // namespace whylight
