#include <algorithm>

#include "core/ops/ops.h"

namespace whylight {
namespace {

// x · weight has been added to y: passes the gradient of y on. Some rows at a
// time, so that those of y are read once for both.
void ProductBackward(Graph& graph, Var x, Var weight, Var y) {
  constexpr Index kRows = 384;
  const ConstMatrixView inputs = graph.value(x);
  const MatrixView dy = graph.Gradient(y);
  MatrixView d_weight = graph.Gradient(weight);
  const auto rows_from = [&](Index start) {
    return std::min(kRows, dy.rows() - start);
  };
  if (!graph.NeedsGradient(x)) {
    AddTransposedProduct<Real>(inputs, dy, d_weight);
    return;
  }
  const auto transposed = PackedMatrix<Real>::Transposed(graph.value(weight));
  auto [dx, into] = graph.GradientToWrite(x);
  for (Index start = 0; start < dy.rows(); start += kRows) {
    const Index rows = rows_from(start);
    Gemm<Real>(dy.middleRows(start, rows), transposed,
               dx.middleRows(start, rows), into);
    AddTransposedProduct<Real>(inputs.middleRows(start, rows),
                               dy.middleRows(start, rows), d_weight);
  }
}

}  // namespace

Var MatMul(Graph& graph, Var x, Var weight) {
  const Var y =
      graph.NewValue(graph.value(x).rows(), graph.value(weight).cols());
  Gemm<Real>(graph.value(x), graph.value(weight), graph.MutableValue(y),
             Into::kReplace);
  if (graph.recording()) {
    graph.OnBackward(
        y, [&graph, x, weight, y] { ProductBackward(graph, x, weight, y); });
  }
  return y;
}

Var AddBias(Graph& graph, Var x, Var bias) {
  const Var y = graph.NewValue(graph.value(x).rows(), graph.value(x).cols());
  graph.MutableValue(y) = graph.value(x).rowwise() + graph.value(bias).row(0);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, bias, y] {
      const MatrixView dy = graph.Gradient(y);
      graph.AddGradient(x, dy);
      graph.Gradient(bias) += dy.colwise().sum();
    });
  }
  return y;
}

Var Affine(Graph& graph, Var x, Var weight, Var bias) {
  const Var y =
      graph.NewValue(graph.value(x).rows(), graph.value(weight).cols());
  MatrixView values = graph.MutableValue(y);
  values.rowwise() = graph.value(bias).row(0);
  Gemm<Real>(graph.value(x), graph.value(weight), values, Into::kAdd);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, weight, bias, y] {
      graph.Gradient(bias) += graph.Gradient(y).colwise().sum();
      ProductBackward(graph, x, weight, y);
    });
  }
  return y;
}

}  // namespace whylight
