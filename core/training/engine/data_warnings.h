// What people should know of the data of a training before it starts.
#pragma once

#include <string>
#include <vector>

#include "core/training/engine/stage.h"

namespace whylight {

/// A line for each thing about the data of `task` that is no error but likely a
/// mistake: dev is train, texts are not UTF-8, a label has few texts, labels
/// differ only in case. Reads the data once more.
std::vector<std::string> DataWarnings(const TrainingTask& task);

}  // namespace whylight
