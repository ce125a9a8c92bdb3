#include "core/ops/ops.h"

namespace whylight {

Var MatMul(Graph& graph, Var x, Var weight) {
  const Var y =
      graph.NewValue(graph.value(x).rows(), graph.value(weight).cols());
  graph.MutableValue(y).noalias() = graph.value(x) * graph.value(weight);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, weight, y] {
      const MatrixView dy = graph.Gradient(y);
      if (graph.NeedsGradient(x)) {
        graph.Gradient(x).noalias() += dy * graph.value(weight).transpose();
      }
      graph.Gradient(weight).noalias() += graph.value(x).transpose() * dy;
    });
  }
  return y;
}

Var Affine(Graph& graph, Var x, Var weight, Var bias) {
  const Var product = MatMul(graph, x, weight);
  const Var y =
      graph.NewValue(graph.value(product).rows(), graph.value(product).cols());
  graph.MutableValue(y) =
      graph.value(product).rowwise() + graph.value(bias).row(0);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, product, bias, y] {
      const MatrixView dy = graph.Gradient(y);
      graph.Gradient(product) += dy;
      graph.Gradient(bias) += dy.colwise().sum();
    });
  }
  return y;
}

}  // namespace whylight
