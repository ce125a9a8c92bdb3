#include <algorithm>

#include "core/ops/ops.h"

namespace whylight {
namespace {

// y = x · weightᵀ, where the weight may be far larger than x: it is x that is
// packed, and the products come out transposed.
void MultiplyTransposed(const ConstMatrixView& x, const ConstMatrixView& weight,
                        MatrixView y) {
  constexpr Index kWeightRows = 128;
  const auto packed = PackedMatrix<Real>::Transposed(x);
  Matrix products(kWeightRows, x.rows());
  for (Index start = 0; start < weight.rows(); start += kWeightRows) {
    const Index rows = std::min(kWeightRows, weight.rows() - start);
    auto part = products.topRows(rows);
    Gemm<Real>(weight.middleRows(start, rows), packed, part, Into::kReplace);
    y.middleCols(start, rows) = part.transpose();
  }
}

}  // namespace

Var MatMulTransposed(Graph& graph, Var x, Var weight) {
  const Var y =
      graph.NewValue(graph.value(x).rows(), graph.value(weight).rows());
  MultiplyTransposed(graph.value(x), graph.value(weight),
                     graph.MutableValue(y));
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, weight, y] {
      const MatrixView dy = graph.Gradient(y);
      if (graph.NeedsGradient(x)) {
        auto [dx, into] = graph.GradientToWrite(x);
        Gemm<Real>(dy, graph.value(weight), dx, into);
      }
      AddTransposedProduct<Real>(dy, graph.value(x), graph.Gradient(weight));
    });
  }
  return y;
}

}  // namespace whylight
