#include "core/ops/ops.h"

namespace whylight {

Var Transitions(Graph& graph, Var selection,
                const std::vector<Index>& lengths) {
  const Index batch = static_cast<Index>(lengths.size());
  const Var y = graph.NewValue(1, 1);
  const auto neighbours = [batch](const ConstMatrixView& z, Index t, Index b,
                                  Index length) {
    const Real before = t > 0 ? z((t - 1) * batch + b, 0) : Real{0};
    const Real after = t + 1 < length ? z((t + 1) * batch + b, 0) : Real{0};
    return std::pair(before, after);
  };
  Real total = 0;
  const ConstMatrixView z = graph.value(selection);
  for (Index b = 0; b < batch; ++b) {
    const Index length = lengths[static_cast<std::size_t>(b)];
    Real before = 0;
    for (Index t = 0; t < length; ++t) {
      const Real now = z(t * batch + b, 0);
      total += before + now - 2 * before * now;
      before = now;
    }
    total += before;
  }
  graph.MutableValue(y)(0, 0) = total;
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, selection, lengths, batch, neighbours, y] {
      const Real dy = graph.Gradient(y)(0, 0);
      const ConstMatrixView z_now = graph.value(selection);
      MatrixView dz = graph.Gradient(selection);
      for (Index b = 0; b < batch; ++b) {
        const Index length = lengths[static_cast<std::size_t>(b)];
        for (Index t = 0; t < length; ++t) {
          const auto [before, after] = neighbours(z_now, t, b, length);
          dz(t * batch + b, 0) += dy * 2 * (Real{1} - before - after);
        }
      }
    });
  }
  return y;
}

}  // namespace whylight
