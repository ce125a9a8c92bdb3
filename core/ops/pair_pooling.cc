#include "core/ops/pair_pooling.h"

#include <algorithm>

namespace whylight {
namespace {

// Lines of scores, each of a word that asks, as seen from its side.
struct Lines {
  const WordPairs& pairs;
  Asks asks;

  bool left() const { return asks == Asks::kLeft; }
  Index asking(Index text) const {
    return left() ? pairs.left(text) : pairs.right(text);
  }
  Index asked(Index text) const {
    return left() ? pairs.right(text) : pairs.left(text);
  }
  template <typename Block>
  auto& At(Block& block, Index i, Index j) const {
    return left() ? block.coeffRef(i, j) : block.coeffRef(j, i);
  }
};

Real MaskAt(const Graph& graph, const std::optional<Var>& mask,
            const WordPairs& pairs, Index text, Index word) {
  return mask ? graph.value(*mask)(word * pairs.texts() + text, 0) : Real{1};
}

// Calls visit(text, i, row) for each word that asks and its row of the result.
template <typename Visit>
void ForEachAsking(const Lines& lines, const Visit& visit) {
  for (Index b = 0; b < lines.pairs.texts(); ++b) {
    for (Index i = 0; i < lines.asking(b); ++i) {
      visit(b, i, i * lines.pairs.texts() + b);
    }
  }
}

// The word with the largest score, or -1.
Index Largest(const Graph& graph, Var scores, const Lines& lines,
              const std::optional<Var>& mask, Index text, Index i) {
  const ConstMatrixView block = lines.pairs.Of(graph.value(scores), text);
  Index best = -1;
  for (Index j = 0; j < lines.asked(text); ++j) {
    if (MaskAt(graph, mask, lines.pairs, text, j) == Real{0}) continue;
    if (best < 0 || lines.At(block, i, j) > lines.At(block, i, best)) best = j;
  }
  return best;
}

Real MaskSum(const Graph& graph, const std::optional<Var>& mask,
             const Lines& lines, Index text) {
  Real sum = 0;
  for (Index j = 0; j < lines.asked(text); ++j) {
    sum += MaskAt(graph, mask, lines.pairs, text, j);
  }
  return sum;
}

Var LargestScores(Graph& graph, Var scores, const WordPairs& pairs, Asks asks,
                  std::optional<Var> mask, Var y) {
  const Lines lines{pairs, asks};
  ForEachAsking(lines, [&](Index b, Index i, Index row) {
    const Index best = Largest(graph, scores, lines, mask, b, i);
    if (best < 0) return;
    const ConstMatrixView block = pairs.Of(graph.value(scores), b);
    graph.MutableValue(y)(row, 0) = lines.At(block, i, best);
  });
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, scores, pairs, asks, mask, y] {
      const Lines to{pairs, asks};
      ForEachAsking(to, [&](Index b, Index i, Index row) {
        const Index best = Largest(graph, scores, to, mask, b, i);
        if (best < 0) return;
        MatrixView block = pairs.Of(graph.Gradient(scores), b);
        to.At(block, i, best) += graph.Gradient(y)(row, 0);
      });
    });
  }
  return y;
}

void MeanBackward(Graph& graph, Var scores, const Lines& lines,
                  std::optional<Var> mask, Var y) {
  const WordPairs& pairs = lines.pairs;
  const bool to_mask = mask && graph.NeedsGradient(*mask);
  ForEachAsking(lines, [&](Index b, Index i, Index row) {
    const Real sum = MaskSum(graph, mask, lines, b);
    if (sum == Real{0}) return;
    const Real dy = graph.Gradient(y)(row, 0) / sum;
    const ConstMatrixView block = pairs.Of(graph.value(scores), b);
    MatrixView d_block = pairs.Of(graph.Gradient(scores), b);
    for (Index j = 0; j < lines.asked(b); ++j) {
      lines.At(d_block, i, j) += dy * MaskAt(graph, mask, pairs, b, j);
      if (!to_mask) continue;
      graph.Gradient (*mask)(j * pairs.texts() + b, 0) +=
          dy * (lines.At(block, i, j) - graph.value(y)(row, 0));
    }
  });
}

Var MeanScores(Graph& graph, Var scores, const WordPairs& pairs, Asks asks,
               std::optional<Var> mask, Var y) {
  const Lines lines{pairs, asks};
  ForEachAsking(lines, [&](Index b, Index i, Index row) {
    const Real sum = MaskSum(graph, mask, lines, b);
    if (sum == Real{0}) return;
    const ConstMatrixView block = pairs.Of(graph.value(scores), b);
    Real total = 0;
    for (Index j = 0; j < lines.asked(b); ++j) {
      total += MaskAt(graph, mask, pairs, b, j) * lines.At(block, i, j);
    }
    graph.MutableValue(y)(row, 0) = total / sum;
  });
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, scores, pairs, asks, mask, y] {
      MeanBackward(graph, scores, {pairs, asks}, mask, y);
    });
  }
  return y;
}

}  // namespace

Var PoolPairScores(Graph& graph, Var scores, const WordPairs& pairs, Asks asks,
                   std::optional<Var> mask, PairPooling pooling) {
  Index longest = 0;
  for (Index b = 0; b < pairs.texts(); ++b) {
    longest = std::max(longest, Lines{pairs, asks}.asking(b));
  }
  const Var y = graph.NewValue(longest * pairs.texts(), 1);
  graph.MutableValue(y).setZero();
  return pooling == PairPooling::kMax
             ? LargestScores(graph, scores, pairs, asks, mask, y)
             : MeanScores(graph, scores, pairs, asks, mask, y);
}

}  // namespace whylight
