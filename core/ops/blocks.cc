#include "core/ops/blocks.h"

namespace whylight {
namespace {

// Calls visit(position, word, block) for every word.
template <typename Visit>
void ForEachWordOfBlock(const SequenceBatch& words, Index range,
                        const Visit& visit) {
  const Index batch = words.batch();
  for (Index t = 0; t < words.max_length; ++t) {
    for (Index b = 0; b < batch; ++b) {
      const std::int32_t row = words.row(t, b);
      if (row == SequenceBatch::kPadding) continue;
      visit(t * batch + b, row, t / range * batch + b);
    }
  }
}

}  // namespace

Var FoldBlocks(Graph& graph, Var x, const SequenceBatch& words, Index range) {
  const Var y =
      graph.NewValue(BlockCount(words.max_length, range) * words.batch(),
                     graph.value(x).cols());
  MatrixView sums = graph.MutableValue(y);
  const ConstMatrixView table = graph.value(x);
  sums.setZero();
  ForEachWordOfBlock(words, range, [&](Index, std::int32_t word, Index block) {
    sums.row(block) += table.row(word);
  });
  if (graph.recording() && graph.NeedsGradient(x)) {
    graph.OnBackward(y, [&graph, x, words, range, y] {
      const MatrixView dy = graph.Gradient(y);
      MatrixView dx = graph.Gradient(x);
      ForEachWordOfBlock(words, range,
                         [&](Index, std::int32_t word, Index block) {
                           dx.row(word) += dy.row(block);
                         });
    });
  }
  return y;
}

Var UnfoldBlocks(Graph& graph, const std::vector<Blocks>& parts,
                 const SequenceBatch& words) {
  const Var y = graph.NewValue(words.max_length * words.batch(),
                               graph.value(parts.front().rows).cols());
  MatrixView unfolded = graph.MutableValue(y);
  unfolded.setZero();
  for (const Blocks& part : parts) {
    const ConstMatrixView blocks = graph.value(part.rows);
    ForEachWordOfBlock(words, part.range,
                       [&](Index at, std::int32_t, Index block) {
                         unfolded.row(at) += blocks.row(block);
                       });
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, parts, words, y] {
      const MatrixView dy = graph.Gradient(y);
      for (const Blocks& part : parts) {
        MatrixView d_blocks = graph.Gradient(part.rows);
        ForEachWordOfBlock(words, part.range,
                           [&](Index at, std::int32_t, Index block) {
                             d_blocks.row(block) += dy.row(at);
                           });
      }
    });
  }
  return y;
}

}  // namespace whylight
