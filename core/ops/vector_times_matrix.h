// Products of vectors with a matrix of each one's own.
#pragma once

#include "core/graph/graph.h"

namespace whylight {

/// Row n of `x`, a vector of i numbers, times the matrix [i x o] whose numbers
/// are row n of `matrices`, row after row: [n x i], [n x i·o] -> [n x o].
Var VectorTimesMatrix(Graph& graph, Var x, Var matrices);

}  // namespace whylight
