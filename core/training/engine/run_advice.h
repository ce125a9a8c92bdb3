// What people should know when a run has ended: whether what came out is any
// good, and what may make it better.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/training/engine/stage.h"

namespace whylight {

/// A line each: what `task` says of the model that is left, then of every stage
/// that went on past its best epoch that it did. None where all is well. `log`
/// has the lines of the run's log (run_log.h).
std::vector<std::string> AdviceOn(
    TrainingTask& task, const std::vector<nlohmann::ordered_json>& log);

}  // namespace whylight
