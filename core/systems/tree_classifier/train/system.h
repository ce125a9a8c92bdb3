// The system "tree-classifier" where it is trained.
#pragma once

#include "core/training/engine/trainable_system.h"

namespace whylight {

const TrainableSystem& TrainableTreeClassifier();

}  // namespace whylight
