#include "core/ops/ops.h"

namespace whylight {

Var Multiply(Graph& graph, Var left, Var right) {
  const Var y =
      graph.NewValue(graph.value(left).rows(), graph.value(left).cols());
  graph.MutableValue(y) = graph.value(left).cwiseProduct(graph.value(right));
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, left, right, y] {
      const MatrixView dy = graph.Gradient(y);
      graph.Gradient(left) += dy.cwiseProduct(graph.value(right));
      graph.Gradient(right) += dy.cwiseProduct(graph.value(left));
    });
  }
  return y;
}

}  // namespace whylight
