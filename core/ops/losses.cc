#include "core/ops/ops.h"

namespace whylight {

Var SquaredError(Graph& graph, Var x, const Matrix& target, Real scale) {
  const Var y = graph.NewValue(1, 1);
  graph.MutableValue(y)(0, 0) = scale * (graph.value(x) - target).squaredNorm();
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, target, scale, y] {
      const Real dy = graph.Gradient(y)(0, 0);
      graph.Gradient(x) += 2 * scale * dy * (graph.value(x) - target);
    });
  }
  return y;
}

Var WeightedSum(Graph& graph, const std::vector<Var>& terms,
                const std::vector<Real>& coefficients) {
  const Var y = graph.NewValue(1, 1);
  Real total = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    total += coefficients[i] * graph.value(terms[i])(0, 0);
  }
  graph.MutableValue(y)(0, 0) = total;
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, terms, coefficients, y] {
      const Real dy = graph.Gradient(y)(0, 0);
      for (std::size_t i = 0; i < terms.size(); ++i) {
        graph.Gradient(terms[i])(0, 0) += coefficients[i] * dy;
      }
    });
  }
  return y;
}

Var Sum(Graph& graph, Var x) {
  const Var y = graph.NewValue(1, 1);
  graph.MutableValue(y)(0, 0) = graph.value(x).sum();
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, y] {
      graph.Gradient(x).array() += graph.Gradient(y)(0, 0);
    });
  }
  return y;
}

}  // namespace whylight
