#include "core/ops/ops.h"

namespace whylight {

Var ShareOverWords(Graph& graph, Var weights,
                   const std::vector<Index>& lengths) {
  const auto batch = static_cast<Index>(lengths.size());
  const Var y = graph.NewValue(graph.value(weights).rows(), 1);
  const Var totals = graph.NewValue(batch, 1);
  MatrixView shares = graph.MutableValue(y);
  shares.setZero();
  for (Index b = 0; b < batch; ++b) {
    const Index length = lengths[static_cast<std::size_t>(b)];
    Real total = 0;
    for (Index t = 0; t < length; ++t) {
      total += graph.value(weights)(t * batch + b, 0);
    }
    graph.MutableValue(totals)(b, 0) = total;
    if (total == Real{0}) continue;
    for (Index t = 0; t < length; ++t) {
      shares(t * batch + b, 0) = graph.value(weights)(t * batch + b, 0) / total;
    }
  }
  if (graph.recording() && graph.NeedsGradient(weights)) {
    graph.OnBackward(y, [&graph, weights, lengths, batch, totals, y] {
      const MatrixView dy = graph.Gradient(y);
      MatrixView dw = graph.Gradient(weights);
      for (Index b = 0; b < batch; ++b) {
        const Index length = lengths[static_cast<std::size_t>(b)];
        const Real total = graph.value(totals)(b, 0);
        if (total == Real{0}) continue;
        Real mean = 0;
        for (Index t = 0; t < length; ++t) {
          mean += graph.value(y)(t * batch + b, 0) * dy(t * batch + b, 0);
        }
        for (Index t = 0; t < length; ++t) {
          dw(t * batch + b, 0) += (dy(t * batch + b, 0) - mean) / total;
        }
      }
    });
  }
  return y;
}

}  // namespace whylight
