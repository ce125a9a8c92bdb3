// Cross-entropy with distributions, where no single label is right.
#pragma once

#include <span>

#include "core/graph/graph.h"

namespace whylight {

/// sum over rows of weights[r] · -sum_k targets(r, k) log softmax(logits_r)[k]
/// -> [1 x 1]. `logits` and `targets` are [n x k].
Var SoftCrossEntropy(Graph& graph, Var logits, const Matrix& targets,
                     std::span<const Real> weights);

}  // namespace whylight
