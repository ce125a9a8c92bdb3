#include "core/ops/chosen_words.h"

#include <algorithm>

namespace whylight {
namespace {

// Calls visit(at, row, to) for each word within `length`: of the text whose
// weight stands at `at`, the row of the table, and the row of the result.
template <typename Visit>
void ForEachCandidateWord(const SequenceBatch& texts,
                          const SequenceBatch& candidates, Index length,
                          const Visit& visit) {
  const Index batch = candidates.batch();
  for (Index r = 0; r < candidates.max_length; ++r) {
    for (Index b = 0; b < batch; ++b) {
      const std::int32_t text = candidates.row(r, b);
      if (text == SequenceBatch::kPadding) continue;
      const Index words =
          std::min(length, texts.lengths[static_cast<std::size_t>(text)]);
      for (Index t = 0; t < words; ++t) {
        visit(r * batch + b, texts.row(t, text), t * batch + b);
      }
    }
  }
}

}  // namespace

Var ChosenWords(Graph& graph, Var table, const SequenceBatch& texts,
                const SequenceBatch& candidates, Var weights, Index length) {
  const Var y =
      graph.NewValue(length * candidates.batch(), graph.value(table).cols());
  MatrixView sums = graph.MutableValue(y);
  sums.setZero();
  ForEachCandidateWord(texts, candidates, length,
                       [&](Index at, Index row, Index to) {
                         const Real weight = graph.value(weights)(at, 0);
                         if (weight == Real{0}) return;
                         sums.row(to) += weight * graph.value(table).row(row);
                       });
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, table, texts, candidates, weights, length, y] {
      const MatrixView dy = graph.Gradient(y);
      const ConstMatrixView words = graph.value(table);
      const ConstMatrixView weight = graph.value(weights);
      if (graph.NeedsGradient(weights)) {
        MatrixView to_weights = graph.Gradient(weights);
        ForEachCandidateWord(
            texts, candidates, length, [&](Index at, Index row, Index to) {
              to_weights(at, 0) += words.row(row).dot(dy.row(to));
            });
      }
      if (!graph.NeedsGradient(table)) return;
      MatrixView to_words = graph.Gradient(table);
      ForEachCandidateWord(texts, candidates, length,
                           [&](Index at, Index row, Index to) {
                             if (weight(at, 0) == Real{0}) return;
                             to_words.row(row) += weight(at, 0) * dy.row(to);
                           });
    });
  }
  return y;
}

}  // namespace whylight
