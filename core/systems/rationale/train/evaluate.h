// How good a rationale model is on rated reviews: what `whylight eval` prints.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/result.h"
#include "core/format/fields.h"
#include "core/training/engine/trainable_system.h"

namespace whylight {

const FieldTable& RationaleEvaluationFields();

/// The figures of EvaluateRationale; of one model.
Result<nlohmann::ordered_json> EvaluateReviews(const EvaluationInputs& inputs);

}  // namespace whylight
