#include "core/ops/ops.h"

namespace whylight {

Var Relu(Graph& graph, Var x) {
  const Var y = graph.NewValue(graph.value(x).rows(), graph.value(x).cols());
  graph.MutableValue(y) = graph.value(x).cwiseMax(Real{0});
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, y] {
      graph.Gradient(x).array() +=
          graph.Gradient(y).array() *
          (graph.value(y).array() > Real{0}).cast<Real>();
    });
  }
  return y;
}

}  // namespace whylight
