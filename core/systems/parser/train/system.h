// The system "parser" where it is trained.
#pragma once

#include "core/training/engine/trainable_system.h"

namespace whylight {

const TrainableSystem& TrainableParser();

}  // namespace whylight
