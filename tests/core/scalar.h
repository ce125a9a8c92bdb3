// A number to check gradients of.
#pragma once

#include "core/ops/ops.h"
#include "tests/core/random_matrix.h"

namespace whylight {

/// Any value as a scalar whose gradient differs from place to place.
inline Var Scalar(Graph& graph, Var x) {
  const Index rows = graph.value(x).rows();
  const Index cols = graph.value(x).cols();
  return SquaredError(graph, x, RandomMatrix(rows, cols, "scalar target"),
                      RandomMatrix(rows, cols, "scalar weight"));
}

}  // namespace whylight
