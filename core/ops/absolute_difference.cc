#include "core/ops/absolute_difference.h"

namespace whylight {

Var AbsoluteDifference(Graph& graph, Var left, Var right) {
  const Var y =
      graph.NewValue(graph.value(left).rows(), graph.value(left).cols());
  graph.MutableValue(y) = (graph.value(left) - graph.value(right)).cwiseAbs();
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, left, right, y] {
      const Matrix dy = graph.Gradient(y).cwiseProduct(
          (graph.value(left) - graph.value(right)).cwiseSign());
      graph.Gradient(left) += dy;
      graph.Gradient(right) -= dy;
    });
  }
  return y;
}

}  // namespace whylight
