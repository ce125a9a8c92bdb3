#include "core/math/gemm_with_bias.h"
#include "core/ops/ops.h"

namespace whylight {

Var AffineTransposed(Graph& graph, Var x, Var weight, Var bias) {
  const Var y =
      graph.NewValue(graph.value(x).rows(), graph.value(weight).rows());
  GemmWithBias<Real>(graph.value(x), *graph.Packed(weight, true),
                     graph.value(bias).data(), graph.MutableValue(y));
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, weight, bias, y] {
      const MatrixView dy = graph.Gradient(y);
      graph.Gradient(bias) += dy.colwise().sum();
      if (graph.NeedsGradient(x)) {
        auto [dx, into] = graph.GradientToWrite(x);
        if (graph.KeepsPacked(weight)) {
          Gemm<Real>(dy, *graph.Packed(weight), dx, into);
        } else {
          Gemm<Real>(dy, graph.value(weight), dx, into);
        }
      }
      graph.AddGradientProduct(weight, dy, graph.value(x));
    });
  }
  return y;
}

}  // namespace whylight
