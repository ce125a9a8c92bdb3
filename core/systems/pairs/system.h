// The system "pairs": what holds of two texts.
#pragma once

#include "core/model/system.h"

namespace whylight {

const System& PairsSystem();

}  // namespace whylight
