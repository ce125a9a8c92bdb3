// Layer normalisation (Ba et al. 2016).
#pragma once

#include "core/graph/graph.h"

namespace whylight {

/// (x - mean) / √(variance + 1e-5) ⊙ gain + bias, with the mean and the
/// variance of each row of `x`: [n x d], [1 x d], [1 x d] -> [n x d].
Var NormalizeLayer(Graph& graph, Var x, Var gain, Var bias);

}  // namespace whylight
