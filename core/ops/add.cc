#include "core/ops/ops.h"

namespace whylight {

Var Add(Graph& graph, Var left, Var right) {
  const Var y =
      graph.NewValue(graph.value(left).rows(), graph.value(left).cols());
  graph.MutableValue(y) = graph.value(left) + graph.value(right);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, left, right, y] {
      graph.Gradient(left) += graph.Gradient(y);
      graph.Gradient(right) += graph.Gradient(y);
    });
  }
  return y;
}

}  // namespace whylight
