#include "core/ops/layer_norm.h"

#include <cmath>

namespace whylight {
namespace {

constexpr Real kLeastVariance = static_cast<Real>(1e-5);

// Of each row, the normalised numbers and what they were multiplied by.
struct Normalized {
  Var rows;
  Var factors;
};

void NormalizeBackward(Graph& graph, Var x, Var gain, Var bias,
                       const Normalized& normalized, Var y) {
  const MatrixView dy = graph.Gradient(y);
  const ConstMatrixView rows = graph.value(normalized.rows);
  if (graph.NeedsGradient(gain)) {
    graph.Gradient(gain) += dy.cwiseProduct(rows).colwise().sum();
  }
  if (graph.NeedsGradient(bias)) graph.Gradient(bias) += dy.colwise().sum();
  if (!graph.NeedsGradient(x)) return;
  MatrixView dx = graph.Gradient(x);
  for (Index r = 0; r < dy.rows(); ++r) {
    // What only moves or stretches the row changes nothing.
    RowVector d_row = dy.row(r).cwiseProduct(graph.value(gain).row(0));
    const Real along = d_row.dot(rows.row(r)) / static_cast<Real>(d_row.size());
    d_row.array() -= d_row.mean();
    dx.row(r) +=
        graph.value(normalized.factors)(r, 0) * (d_row - along * rows.row(r));
  }
}

}  // namespace

Var NormalizeLayer(Graph& graph, Var x, Var gain, Var bias) {
  const ConstMatrixView inputs = graph.value(x);
  const Normalized normalized{graph.NewValue(inputs.rows(), inputs.cols()),
                              graph.NewValue(inputs.rows(), 1)};
  const Var y = graph.NewValue(inputs.rows(), inputs.cols());
  MatrixView rows = graph.MutableValue(normalized.rows);
  MatrixView values = graph.MutableValue(y);
  for (Index r = 0; r < inputs.rows(); ++r) {
    auto row = rows.row(r);
    row.array() = inputs.row(r).array() - inputs.row(r).mean();
    const Real variance = row.squaredNorm() / static_cast<Real>(row.size());
    const Real factor = 1 / std::sqrt(variance + kLeastVariance);
    row *= factor;
    graph.MutableValue(normalized.factors)(r, 0) = factor;
    values.row(r) =
        row.cwiseProduct(graph.value(gain).row(0)) + graph.value(bias).row(0);
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, gain, bias, normalized, y] {
      NormalizeBackward(graph, x, gain, bias, normalized, y);
    });
  }
  return y;
}

}  // namespace whylight
