#include <cmath>

#include "core/ops/ops.h"

namespace whylight {

Var NormalizeRows(Graph& graph, Var x) {
  const Index rows = graph.value(x).rows();
  const Var y = graph.NewValue(rows, graph.value(x).cols());
  const Var lengths = graph.NewValue(rows, 1);
  MatrixView directions = graph.MutableValue(y);
  for (Index i = 0; i < rows; ++i) {
    const Real length = graph.value(x).row(i).norm();
    graph.MutableValue(lengths)(i, 0) = length;
    if (length > 0) {
      directions.row(i) = graph.value(x).row(i) / length;
    } else {
      directions.row(i).setZero();
    }
  }
  if (graph.recording() && graph.NeedsGradient(x)) {
    graph.OnBackward(y, [&graph, x, lengths, y] {
      const MatrixView dy = graph.Gradient(y);
      MatrixView dx = graph.Gradient(x);
      for (Index i = 0; i < dy.rows(); ++i) {
        const Real length = graph.value(lengths)(i, 0);
        if (length == Real{0}) continue;
        // What would only make the row longer changes nothing.
        const Real along = dy.row(i).dot(graph.value(y).row(i));
        dx.row(i) += (dy.row(i) - along * graph.value(y).row(i)) / length;
      }
    });
  }
  return y;
}

}  // namespace whylight
