// How far gates open at each position of texts (Lei17 section 2.5.3, figure
// 2-8).
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/result.h"
#include "core/systems/questions/model.h"
#include "core/systems/questions/train/data.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// Of each recurrence, over the texts of a file: [{"layer", "direction",
/// "positions": [{"n", "mean", "max"}]}], the means over the n texts that have
/// a word there of the mean and of the largest 1 - lambda of the units. Fails
/// for a model without recurrences.
Result<nlohmann::ordered_json> GatesByPosition(const Retriever& model,
                                               const QueryFile& file,
                                               ThreadPool& pool);

}  // namespace whylight
