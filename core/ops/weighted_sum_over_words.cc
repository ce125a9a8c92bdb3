#include "core/ops/ops.h"

namespace whylight {

Var WeightedSumOverWords(Graph& graph, Var x, const SequenceBatch& words,
                         Var weights) {
  const Var y = graph.NewValue(words.batch(), graph.value(x).cols());
  MatrixView sums = graph.MutableValue(y);
  sums.setZero();
  for (Index t = 0; t < words.max_length; ++t) {
    for (Index b = 0; b < words.batch(); ++b) {
      const Real weight = graph.value(weights)(t * words.batch() + b, 0);
      if (words.row(t, b) == SequenceBatch::kPadding || weight == Real{0}) {
        continue;
      }
      sums.row(b) += weight * graph.value(x).row(words.row(t, b));
    }
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, words, weights, y] {
      const MatrixView dy = graph.Gradient(y);
      const bool to_x = graph.NeedsGradient(x);
      const bool to_weights = graph.NeedsGradient(weights);
      for (Index t = 0; t < words.max_length; ++t) {
        for (Index b = 0; b < words.batch(); ++b) {
          const std::int32_t row = words.row(t, b);
          const Index at = t * words.batch() + b;
          if (row == SequenceBatch::kPadding) continue;
          if (to_x) {
            graph.Gradient(x).row(row) +=
                graph.value(weights)(at, 0) * dy.row(b);
          }
          if (to_weights) {
            graph.Gradient(weights)(at, 0) +=
                graph.value(x).row(row).dot(dy.row(b));
          }
        }
      }
    });
  }
  return y;
}

}  // namespace whylight
