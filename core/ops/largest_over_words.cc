#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/ops/ops.h"

namespace whylight {

Var LargestOverWords(Graph& graph, Var x, const SequenceBatch& words, Index k) {
  const ConstMatrixView table = graph.value(x);
  const Index width = table.cols();
  const Var y = graph.NewValue(words.batch(), k * width);
  MatrixView largest = graph.MutableValue(y);
  largest.setZero();
  // The row of `x` each number came from, kPadding where there was none.
  std::vector<std::int32_t> origins(
      graph.recording() ? static_cast<std::size_t>(largest.size()) : 0,
      SequenceBatch::kPadding);

  std::vector<Index> order;
  for (Index b = 0; b < words.batch(); ++b) {
    const Index length = words.lengths[static_cast<std::size_t>(b)];
    const Index found = std::min(k, length);
    for (Index c = 0; c < width; ++c) {
      const auto at = [&](Index t) { return table(words.row(t, b), c); };
      order.resize(static_cast<std::size_t>(length));
      std::iota(order.begin(), order.end(), Index{0});
      // Of equals the first, so that the choice is the same everywhere.
      std::partial_sort(order.begin(), order.begin() + found, order.end(),
                        [&](Index s, Index t) {
                          return at(s) != at(t) ? at(s) > at(t) : s < t;
                        });
      std::sort(order.begin(), order.begin() + found);
      for (Index i = 0; i < found; ++i) {
        const Index t = order[static_cast<std::size_t>(i)];
        largest(b, i * width + c) = at(t);
        if (graph.recording()) {
          origins[static_cast<std::size_t>((b * k + i) * width + c)] =
              words.row(t, b);
        }
      }
    }
  }
  if (graph.recording() && graph.NeedsGradient(x)) {
    graph.OnBackward(y, [&graph, x, y, width, origins = std::move(origins)] {
      const MatrixView dy = graph.Gradient(y);
      MatrixView dx = graph.Gradient(x);
      for (Index i = 0; i < dy.size(); ++i) {
        const std::int32_t row = origins[static_cast<std::size_t>(i)];
        if (row == SequenceBatch::kPadding) continue;
        dx(row, i % width) += dy.data()[i];
      }
    });
  }
  return y;
}

}  // namespace whylight
