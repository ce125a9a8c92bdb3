#include "core/ops/ops.h"

namespace whylight {

Var Sigmoid(Graph& graph, Var x) {
  const Var y = graph.NewValue(graph.value(x).rows(), graph.value(x).cols());
  const ConstMatrixView values = graph.value(x);
  Sigmoid<Real>(values.data(), graph.MutableValue(y).data(), values.size());
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, y] {
      const auto s = graph.value(y).array();
      graph.AddGradient(x, graph.Gradient(y).array() * s * (Real{1} - s));
    });
  }
  return y;
}

}  // namespace whylight
