#include <array>
#include <cmath>

#include "core/ops/ops.h"

namespace whylight {

Var Dropout(Graph& graph, Var x, Real rate, const CounterRandom& random,
            const std::vector<std::uint64_t>& keys, DropoutScaling scaling) {
  const Index rows = graph.value(x).rows();
  const Index cols = graph.value(x).cols();
  const Var mask = graph.NewValue(rows, cols);
  const Var y = graph.NewValue(rows, cols);
  MatrixView scale = graph.MutableValue(mask);
  const Real kept =
      Real{1} / (scaling == DropoutScaling::kMean ? Real{1} - rate
                                                  : std::sqrt(Real{1} - rate));
  const std::array<Real, 2> scales = {Real{0}, kept};
  for (Index r = 0; r < rows; ++r) {
    const std::uint64_t first =
        keys[static_cast<std::size_t>(r)] * static_cast<std::uint64_t>(cols);
    for (Index c = 0; c < cols; ++c) {
      const double u = random.Uniform(first + static_cast<std::uint64_t>(c));
      // Looked up, as a branch could not be predicted.
      scale(r, c) = scales[u >= static_cast<double>(rate) ? 1 : 0];
    }
  }
  graph.MutableValue(y).array() = graph.value(x).array() * scale.array();
  if (graph.recording() && graph.NeedsGradient(x)) {
    graph.OnBackward(y, [&graph, x, mask, y] {
      graph.Gradient(x).array() +=
          graph.Gradient(y).array() * graph.value(mask).array();
    });
  }
  return y;
}

}  // namespace whylight
