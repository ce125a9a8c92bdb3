#include <algorithm>
#include <cmath>

#include "core/math/kernels.h"
#include "core/ops/ops.h"

namespace whylight {

Var SigmoidCrossEntropy(Graph& graph, Var logits, const Matrix& targets,
                        const Matrix& weights) {
  const ConstMatrixView x = graph.value(logits);
  double total = 0;
  for (Index i = 0; i < x.size(); ++i) {
    const Real at = x.data()[i];
    // -log σ(x) t - log σ(-x) (1 - t) without overflow.
    const Real loss = std::max(at, Real{0}) - at * targets.data()[i] +
                      std::log1p(std::exp(-std::abs(at)));
    total += weights.data()[i] * loss;
  }
  const Var y = graph.NewValue(1, 1);
  graph.MutableValue(y)(0, 0) = static_cast<Real>(total);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, logits, targets, weights, y] {
      const Real dy = graph.Gradient(y)(0, 0);
      Matrix p = graph.value(logits);
      Sigmoid(p.data(), p.data(), p.size());
      graph.AddGradient(logits,
                        dy * weights.array() * (p.array() - targets.array()));
    });
  }
  return y;
}

}  // namespace whylight
