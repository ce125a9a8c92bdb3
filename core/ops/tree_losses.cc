#include "core/ops/tree_losses.h"

#include <cmath>
#include <limits>
#include <utility>

namespace whylight {
namespace {

// Adds `weight` for each arc of a tree.
void CountArcs(const Heads& heads, double weight, MatrixOf<double>* counts) {
  for (std::size_t m = 0; m < heads.size(); ++m) {
    (*counts)(heads[m], static_cast<Index>(m)) += weight;
  }
}

// The sum over the sentences of weights[b] · loss(scores, heads, counts), which
// sets `counts`, zeros and null where nobody asks for them, to what the loss
// grows by with each score.
template <typename Loss>
Var SumOverTrees(Graph& graph, const ArcScores& arcs, HeadsOfTexts heads,
                 std::span<const Real> weights, const Loss& loss) {
  Matrix slopes;
  if (graph.recording()) slopes = Matrix::Zero(arcs.places.size(), 1);
  double total = 0;
  for (std::size_t b = 0; b < heads.size(); ++b) {
    if (heads[b]->empty()) continue;
    const auto text = static_cast<Index>(b);
    const MatrixOf<double> scores = ArcScoresOf(graph, arcs, text);
    MatrixOf<double> counts =
        MatrixOf<double>::Zero(scores.rows(), scores.cols());
    total += weights[b] *
             loss(scores, *heads[b], graph.recording() ? &counts : nullptr);
    if (!graph.recording()) continue;
    arcs.places.Of(MatrixView(slopes.data(), slopes.rows(), 1), text) =
        (static_cast<double>(weights[b]) * counts).cast<Real>();
  }
  const Var y = graph.NewValue(1, 1);
  graph.MutableValue(y)(0, 0) = static_cast<Real>(total);
  if (graph.recording()) {
    graph.OnBackward(
        y, [&graph, column = arcs.column, slopes = std::move(slopes), y] {
          graph.AddGradient(column, graph.Gradient(y)(0, 0) * slopes);
        });
  }
  return y;
}

}  // namespace

MatrixOf<double> ArcScoresOf(const Graph& graph, const ArcScores& arcs,
                             Index b) {
  return arcs.places.Of(graph.value(arcs.column), b).cast<double>();
}

Var TreeCrfLoss(Graph& graph, const ArcScores& arcs, HeadsOfTexts heads,
                std::span<const Real> weights) {
  return SumOverTrees(graph, arcs, heads, weights,
                      [](const MatrixOf<double>& scores, const Heads& right,
                         MatrixOf<double>* counts) {
                        const double all = LogTreePartition(scores, counts);
                        if (counts != nullptr) CountArcs(right, -1, counts);
                        return all - ScoreOfTree(scores, right);
                      });
}

Var TreeMarginLoss(Graph& graph, const ArcScores& arcs, HeadsOfTexts heads,
                   std::span<const Real> weights, double margin) {
  return SumOverTrees(graph, arcs, heads, weights,
                      [margin](MatrixOf<double> scores, const Heads& right,
                               MatrixOf<double>* counts) {
                        // A wrong head costs the margin: the right ones are
                        // worth less by it.
                        for (std::size_t m = 0; m < right.size(); ++m) {
                          scores(right[m], static_cast<Index>(m)) -= margin;
                        }
                        const Heads best = BestTree(scores);
                        if (best == right) return 0.0;
                        if (counts != nullptr) {
                          CountArcs(best, 1, counts);
                          CountArcs(right, -1, counts);
                        }
                        return ScoreOfTree(scores, best) -
                               ScoreOfTree(scores, right);
                      });
}

Var HeadSoftmaxLoss(Graph& graph, const ArcScores& arcs, HeadsOfTexts heads,
                    std::span<const Real> weights) {
  return SumOverTrees(
      graph, arcs, heads, weights,
      [](MatrixOf<double> scores, const Heads& right,
         MatrixOf<double>* counts) {
        double loss = 0;
        for (Index m = 0; m < scores.cols(); ++m) {
          // No word is its own head.
          scores(m + 1, m) = -std::numeric_limits<double>::infinity();
          const double largest = scores.col(m).maxCoeff();
          const double all =
              largest + std::log((scores.col(m).array() - largest).exp().sum());
          const Index head = right[static_cast<std::size_t>(m)];
          loss += all - scores(head, m);
          if (counts == nullptr) continue;
          counts->col(m) = (scores.col(m).array() - all).exp().matrix();
          (*counts)(head, m) -= 1;
        }
        return loss;
      });
}

}  // namespace whylight
