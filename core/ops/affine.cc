#include <algorithm>
#include <optional>

#include "core/math/gemm_with_bias.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

// Rows that are passed over again while they are in the cache.
constexpr Index kRows = 384;

template <typename Work>
void ForEachRows(Index rows, const Work& work) {
  for (Index start = 0; start < rows; start += kRows) {
    work(start, std::min(kRows, rows - start));
  }
}

Var Product(Graph& graph, Var x, Var weight, std::optional<Var> bias) {
  const ConstMatrixView inputs = graph.value(x);
  const Var y = graph.NewValue(inputs.rows(), graph.value(weight).cols());
  MatrixView values = graph.MutableValue(y);
  const Real* const added = bias ? graph.value(*bias).data() : nullptr;
  if (inputs.rows() <= kRows && !graph.KeepsPacked(weight)) {
    GemmWithBias<Real>(inputs, graph.value(weight), added, values);
  } else {
    const PackedWeight packed = graph.Packed(weight);
    ForEachRows(inputs.rows(), [&](Index start, Index rows) {
      GemmWithBias<Real>(inputs.middleRows(start, rows), *packed, added,
                         values.middleRows(start, rows));
    });
  }
  return y;
}

void ProductBackward(Graph& graph, Var x, Var weight, std::optional<Var> bias,
                     Var y) {
  const ConstMatrixView inputs = graph.value(x);
  const MatrixView dy = graph.Gradient(y);
  PackedWeight transposed;
  std::optional<Graph::WholeGradient> dx;
  if (graph.NeedsGradient(x)) {
    transposed = graph.Packed(weight, true);
    dx = graph.GradientToWrite(x);
  }
  ForEachRows(dy.rows(), [&](Index start, Index rows) {
    const auto d_part = dy.middleRows(start, rows);
    if (bias) graph.Gradient(*bias) += d_part.colwise().sum();
    if (dx) {
      Gemm<Real>(d_part, *transposed, dx->values.middleRows(start, rows),
                 dx->into);
    }
    graph.AddGradientProduct(weight, inputs.middleRows(start, rows), d_part);
  });
}

}  // namespace

Var MatMul(Graph& graph, Var x, Var weight) {
  const Var y = Product(graph, x, weight, std::nullopt);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, weight, y] {
      ProductBackward(graph, x, weight, std::nullopt, y);
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
      graph.AddGradient(x, dy);
      graph.Gradient(bias) += dy.colwise().sum();
    });
  }
  return y;
}

Var Affine(Graph& graph, Var x, Var weight, Var bias) {
  const Var y = Product(graph, x, weight, bias);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, weight, bias, y] {
      ProductBackward(graph, x, weight, bias, y);
    });
  }
  return y;
}

}  // namespace whylight
