#include "core/ops/ops.h"

namespace whylight {

Var MatMulTransposed(Graph& graph, Var x, Var y) {
  const Var product =
      graph.NewValue(graph.value(x).rows(), graph.value(y).rows());
  Gemm<Real>(graph.value(x), PackedMatrix<Real>::Transposed(graph.value(y)),
             graph.MutableValue(product), Into::kReplace);
  if (graph.recording()) {
    graph.OnBackward(product, [&graph, x, y, product] {
      const MatrixView d_product = graph.Gradient(product);
      if (graph.NeedsGradient(x)) {
        auto [dx, into] = graph.GradientToWrite(x);
        Gemm<Real>(d_product, graph.value(y), dx, into);
      }
      if (graph.NeedsGradient(y)) {
        graph.AddGradientProduct(y, d_product, graph.value(x));
      }
    });
  }
  return product;
}

}  // namespace whylight
