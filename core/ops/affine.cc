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

Var AddBias(Graph& graph, Var x, Var bias) {
  const Var y = graph.NewValue(graph.value(x).rows(), graph.value(x).cols());
  graph.MutableValue(y) = graph.value(x).rowwise() + graph.value(bias).row(0);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, bias, y] {
      const MatrixView dy = graph.Gradient(y);
      graph.Gradient(x) += dy;
      graph.Gradient(bias) += dy.colwise().sum();
    });
  }
  return y;
}

Var Affine(Graph& graph, Var x, Var weight, Var bias) {
  return AddBias(graph, MatMul(graph, x, weight), bias);
}

}  // namespace whylight
