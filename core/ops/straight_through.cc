#include "core/math/kernels.h"
#include "core/ops/ops.h"

namespace whylight {

Var StraightThroughSoftmax(Graph& graph, Var logits, const Matrix& noise,
                           Real temperature) {
  const Index rows = graph.value(logits).rows();
  const Index cols = graph.value(logits).cols();
  const Var soft = graph.NewValue(rows, cols);
  const Var hard = graph.NewValue(rows, cols);
  MatrixView p = graph.MutableValue(soft);
  MatrixView choice = graph.MutableValue(hard);
  p = (graph.value(logits) + noise) / temperature;
  SoftmaxRows<Real>(p);
  choice.setZero();
  for (Index r = 0; r < rows; ++r) {
    Index best = 0;
    p.row(r).maxCoeff(&best);
    choice(r, best) = Real{1};
  }
  if (graph.recording()) {
    graph.OnBackward(hard, [&graph, logits, soft, hard, temperature] {
      const ConstMatrixView q = graph.value(soft);
      const MatrixView dy = graph.Gradient(hard);
      MatrixView dx = graph.Gradient(logits);
      for (Index r = 0; r < q.rows(); ++r) {
        const Real mean = q.row(r).dot(dy.row(r));
        dx.row(r).array() +=
            q.row(r).array() * (dy.row(r).array() - mean) / temperature;
      }
    });
  }
  return hard;
}

}  // namespace whylight
