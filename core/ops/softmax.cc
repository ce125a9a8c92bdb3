#include "core/math/kernels.h"
#include "core/ops/ops.h"

namespace whylight {

Var Softmax(Graph& graph, Var x) {
  const Var y = graph.NewValue(graph.value(x).rows(), graph.value(x).cols());
  MatrixView p = graph.MutableValue(y);
  p = graph.value(x);
  SoftmaxRows<Real>(p);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, y] {
      const ConstMatrixView q = graph.value(y);
      const MatrixView dy = graph.Gradient(y);
      MatrixView dx = graph.Gradient(x);
      for (Index r = 0; r < q.rows(); ++r) {
        const Real mean = q.row(r).dot(dy.row(r));
        dx.row(r).array() += q.row(r).array() * (dy.row(r).array() - mean);
      }
    });
  }
  return y;
}

}  // namespace whylight
