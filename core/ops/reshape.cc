#include "core/ops/ops.h"

namespace whylight {

Var Reshape(Graph& graph, Var x, Index rows, Index cols) {
  const Var y = graph.NewValue(rows, cols);
  graph.MutableValue(y) = ConstMatrixView(graph.value(x).data(), rows, cols);
  if (graph.recording() && graph.NeedsGradient(x)) {
    graph.OnBackward(y, [&graph, x, y] {
      MatrixView dx = graph.Gradient(x);
      dx += ConstMatrixView(graph.Gradient(y).data(), dx.rows(), dx.cols());
    });
  }
  return y;
}

}  // namespace whylight
