// How far two matrices are apart, number by number.
#pragma once

#include "core/graph/graph.h"

namespace whylight {

/// |left - right|, element by element, of equal shapes; where both are equal no
/// gradient flows back.
Var AbsoluteDifference(Graph& graph, Var left, Var right);

}  // namespace whylight
