// Differences, beside the sums and products of ops.h.
#pragma once

#include "core/graph/graph.h"

namespace whylight {

/// left - right, element by element, of equal shapes.
Var Subtract(Graph& graph, Var left, Var right);

}  // namespace whylight
