// The system "answer-generator" where it is trained.
#pragma once

#include "core/training/engine/trainable_system.h"

namespace whylight {

const TrainableSystem& TrainableAnswerGenerator();

}  // namespace whylight
