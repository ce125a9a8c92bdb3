// Every system, one line each.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/model/system.h"
#include "core/training/engine/trainable_system.h"

namespace whylight {

std::span<const TrainableSystem* const> TrainableSystems();

/// The same without what trains them.
Systems AllSystems();

/// The system that the model in a folder is of. Fails, naming the folder, where
/// it is of none that can be trained.
Result<const TrainableSystem*> TrainableSystemOf(const ModelFolder& folder);

/// The system that a training config's "task" names, or else `flag`: what was
/// given as --task, or nothing. Fails where both name one and they differ;
/// `name` is how errors call the config.
Result<const TrainableSystem*> FindTrainableSystem(const nlohmann::json& config,
                                                   const std::string& name,
                                                   const std::string& flag);

}  // namespace whylight
