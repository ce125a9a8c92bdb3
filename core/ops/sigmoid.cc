#include "core/ops/ops.h"

namespace whylight {

Var Sigmoid(Graph& graph, Var x) {
  const Var y = graph.NewValue(graph.value(x).rows(), graph.value(x).cols());
  graph.MutableValue(y).array() = graph.value(x).array().logistic();
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, y] {
      const auto s = graph.value(y).array();
      graph.Gradient(x).array() +=
          graph.Gradient(y).array() * s * (Real{1} - s);
    });
  }
  return y;
}

}  // namespace whylight
