#include "core/ops/subtract.h"

namespace whylight {

Var Subtract(Graph& graph, Var left, Var right) {
  const Var y =
      graph.NewValue(graph.value(left).rows(), graph.value(left).cols());
  graph.MutableValue(y) = graph.value(left) - graph.value(right);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, left, right, y] {
      const MatrixView dy = graph.Gradient(y);
      graph.Gradient(left) += dy;
      graph.Gradient(right) -= dy;
    });
  }
  return y;
}

}  // namespace whylight
