#pragma once

#include "core/training/engine/trainable_system.h"

namespace whylight {

const TrainableSystem& TrainableClassifier();

}  // namespace whylight
