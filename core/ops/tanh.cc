#include "core/ops/ops.h"

namespace whylight {

Var Tanh(Graph& graph, Var x) {
  const Var y = graph.NewValue(graph.value(x).rows(), graph.value(x).cols());
  const ConstMatrixView values = graph.value(x);
  Tanh<Real>(values.data(), graph.MutableValue(y).data(), values.size());
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, y] {
      graph.AddGradient(x, graph.Gradient(y).array() *
                               (Real{1} - graph.value(y).array().square()));
    });
  }
  return y;
}

}  // namespace whylight
