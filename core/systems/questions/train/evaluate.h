// `whylight eval` of models of questions.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/result.h"
#include "core/training/engine/trainable_system.h"

namespace whylight {

/// What `eval` can be told.
const FieldTable& RetrieverEvaluationFields();

/// Figures of a file of queries with candidates or of labelled pairs, beside
/// BM25's.
Result<nlohmann::ordered_json> EvaluateRetriever(
    const EvaluationInputs& inputs);

}  // namespace whylight
