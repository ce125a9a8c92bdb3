// The domain of a trained model, fitted anew.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/training/engine/task_inputs.h"
#include "core/training/engine/thread_pool.h"
#include "core/training/engine/trainable_system.h"

namespace whylight {

struct RefittedDomain {
  ModelFiles files;
  /// As FitDomain returns them.
  nlohmann::ordered_json shares;
};

/// Fits which texts a model takes for its domain, and nothing else, to the data
/// of a config, which need not be the one that it was trained by: `outside`
/// says what it should turn away. The files are those of the model, stored as
/// the config wants. Fails with kInvalidArgument where the config names nothing
/// outside, or other aspects than the model has, and where the model reads
/// texts by layers, for which there is no such score.
Result<RefittedDomain> RefitDomain(const TaskInputs& inputs,
                                   const ModelFolder& folder, ThreadPool& pool);

}  // namespace whylight
