// The system "questions" where it is trained.
#pragma once

#include "core/training/engine/trainable_system.h"

namespace whylight {

const TrainableSystem& TrainableQuestions();

}  // namespace whylight
