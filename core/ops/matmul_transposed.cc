#include "core/ops/ops.h"

namespace whylight {

Var MatMulTransposed(Graph& graph, Var x, Var weight) {
  const Var y =
      graph.NewValue(graph.value(x).rows(), graph.value(weight).rows());
  graph.MutableValue(y).noalias() =
      graph.value(x) * graph.value(weight).transpose();
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, weight, y] {
      const MatrixView dy = graph.Gradient(y);
      if (graph.NeedsGradient(x)) {
        graph.Gradient(x).noalias() += dy * graph.value(weight);
      }
      graph.Gradient(weight).noalias() += dy.transpose() * graph.value(x);
    });
  }
  return y;
}

}  // namespace whylight
