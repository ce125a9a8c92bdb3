#include <algorithm>
#include <cmath>

#include "core/math/kumaraswamy.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

KumaShape ShapeAt(const ConstMatrixView& numbers, Index row, Index column) {
  return {numbers(row, column), numbers(row, numbers.cols() / 2 + column)};
}

}  // namespace

Var HardKuma(Graph& graph, Var numbers, const Matrix& uniform) {
  const Index rows = uniform.rows();
  const Index count = uniform.cols();
  const Var z = graph.NewValue(rows, count);
  const ConstMatrixView x = graph.value(numbers);
  MatrixView out = graph.MutableValue(z);
  Matrix slopes = Matrix::Zero(rows, 2 * count);
  for (Index r = 0; r < rows; ++r) {
    for (Index c = 0; c < count; ++c) {
      const auto [value, gradient] =
          StretchKuma(ShapeAt(x, r, c), uniform(r, c));
      out(r, c) = std::clamp(value, Real{0}, Real{1});
      if (value <= 0 || value >= 1) continue;
      slopes(r, c) = gradient.by_a * KumaSlope(x(r, c));
      slopes(r, count + c) = gradient.by_b * KumaSlope(x(r, count + c));
    }
  }
  if (graph.recording()) {
    graph.OnBackward(z, [&graph, numbers, z, count, slopes] {
      const auto dz = graph.Gradient(z).array();
      MatrixView dx = graph.Gradient(numbers);
      dx.leftCols(count).array() += dz * slopes.leftCols(count).array();
      dx.rightCols(count).array() += dz * slopes.rightCols(count).array();
    });
  }
  return z;
}

Var HardKumaPresence(Graph& graph, Var numbers) {
  const ConstMatrixView x = graph.value(numbers);
  const Index rows = x.rows();
  const Index count = x.cols() / 2;
  const Var p = graph.NewValue(rows, count);
  MatrixView out = graph.MutableValue(p);
  for (Index r = 0; r < rows; ++r) {
    for (Index c = 0; c < count; ++c) {
      out(r, c) = std::exp(LogPresence(ShapeAt(x, r, c)));
    }
  }
  if (graph.recording()) {
    graph.OnBackward(p, [&graph, numbers, p, rows, count] {
      const ConstMatrixView at = graph.value(numbers);
      const ConstMatrixView presence = graph.value(p);
      const MatrixView dp = graph.Gradient(p);
      MatrixView dx = graph.Gradient(numbers);
      for (Index r = 0; r < rows; ++r) {
        for (Index c = 0; c < count; ++c) {
          const KumaGradient gradient = LogPresenceGradient(ShapeAt(at, r, c));
          const Real flow = dp(r, c) * presence(r, c);
          dx(r, c) += flow * gradient.by_a * KumaSlope(at(r, c));
          dx(r, count + c) +=
              flow * gradient.by_b * KumaSlope(at(r, count + c));
        }
      }
    });
  }
  return p;
}

}  // namespace whylight
