#include "core/ops/ops.h"

namespace whylight {

Var SquaredError(Graph& graph, Var x, const Matrix& target,
                 const Matrix& weight) {
  const Var y = graph.NewValue(1, 1);
  Matrix error = graph.value(x) - target;
  if (target.hasNaN()) {
    error = target.array().isNaN().select(Real{0}, error);
  }
  graph.MutableValue(y)(0, 0) = (weight.array() * error.array().square()).sum();
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, error = std::move(error), weight, y] {
      const Real dy = graph.Gradient(y)(0, 0);
      graph.Gradient(x).array() += 2 * dy * weight.array() * error.array();
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

Var SumOverWords(Graph& graph, Var x, const std::vector<Index>& lengths) {
  const Index batch = static_cast<Index>(lengths.size());
  const Var y = graph.NewValue(1, 1);
  Real total = 0;
  for (Index b = 0; b < batch; ++b) {
    for (Index t = 0; t < lengths[static_cast<std::size_t>(b)]; ++t) {
      total += graph.value(x)(t * batch + b, 0);
    }
  }
  graph.MutableValue(y)(0, 0) = total;
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, lengths, batch, y] {
      const Real dy = graph.Gradient(y)(0, 0);
      MatrixView dx = graph.Gradient(x);
      for (Index b = 0; b < batch; ++b) {
        for (Index t = 0; t < lengths[static_cast<std::size_t>(b)]; ++t) {
          dx(t * batch + b, 0) += dy;
        }
      }
    });
  }
  return y;
}

}  // namespace whylight
