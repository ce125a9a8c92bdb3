#include "core/math/kernels.h"
#include "core/ops/ops.h"

namespace whylight {

Var StraightThroughSigmoid(Graph& graph, Var logits, const Matrix& noise,
                           Real temperature) {
  Matrix soft = (graph.value(logits) + noise) / temperature;
  const Var hard = graph.NewValue(soft.rows(), soft.cols());
  graph.MutableValue(hard) = (soft.array() > Real{0}).cast<Real>().matrix();
  if (graph.recording()) {
    Sigmoid(soft.data(), soft.data(), soft.size());
    graph.OnBackward(hard, [&graph, logits, hard, soft, temperature] {
      graph.AddGradient(logits, graph.Gradient(hard).array() * soft.array() *
                                    (Real{1} - soft.array()) / temperature);
    });
  }
  return hard;
}

}  // namespace whylight
