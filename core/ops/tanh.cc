#include "core/ops/ops.h"

namespace whylight {

Var Tanh(Graph& graph, Var x) {
  const Var y = graph.NewValue(graph.value(x).rows(), graph.value(x).cols());
  graph.MutableValue(y).array() = graph.value(x).array().tanh();
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, y] {
      graph.Gradient(x).array() += graph.Gradient(y).array() *
                                   (Real{1} - graph.value(y).array().square());
    });
  }
  return y;
}

}  // namespace whylight
