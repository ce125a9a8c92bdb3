#include "core/ops/ops.h"

namespace whylight {
namespace {

// 0 · x is not 0 for every x, and z = 0 promises to forget `fresh`.
Real Mix(Real z, Real fresh, Real old) {
  if (z == Real{1}) return fresh;
  if (z == Real{0}) return old;
  return z * fresh + (Real{1} - z) * old;
}

}  // namespace

Var Blend(Graph& graph, Var z, Var fresh, Var old) {
  const Index rows = graph.value(old).rows();
  const Index cols = graph.value(old).cols();
  // A z for the whole row does not move from column to column.
  const Index stride = graph.value(z).cols() == 1 ? 0 : 1;
  const Var y = graph.NewValue(rows, cols);
  MatrixView blend = graph.MutableValue(y);
  const ConstMatrixView weights = graph.value(z);
  const ConstMatrixView new_values = graph.value(fresh);
  const ConstMatrixView old_values = graph.value(old);
  for (Index r = 0; r < rows; ++r) {
    for (Index c = 0; c < cols; ++c) {
      blend(r, c) =
          Mix(weights(r, c * stride), new_values(r, c), old_values(r, c));
    }
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, z, fresh, old, stride, y] {
      const MatrixView dy = graph.Gradient(y);
      const Matrix weight =
          graph.value(z).replicate(1, stride == 0 ? dy.cols() : 1);
      graph.Gradient(fresh) += dy.cwiseProduct(weight);
      graph.Gradient(old).array() += dy.array() * (Real{1} - weight.array());
      if (!graph.NeedsGradient(z)) return;
      const Matrix dz = dy.cwiseProduct(graph.value(fresh) - graph.value(old));
      if (stride == 0) {
        graph.Gradient(z) += dz.rowwise().sum();
      } else {
        graph.Gradient(z) += dz;
      }
    });
  }
  return y;
}

}  // namespace whylight
