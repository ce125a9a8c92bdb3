#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ops/mask_ratio.h"
#include "core/ops/ops.h"

namespace whylight {

Var SoftmaxOverWords(Graph& graph, Var scores,
                     const std::vector<Index>& lengths,
                     std::optional<Var> mask) {
  const auto batch = static_cast<Index>(lengths.size());
  const Index rows = graph.value(scores).rows();
  const Var y = graph.NewValue(rows, 1);
  // exp(score) over its sum, which at z = 1 is the weight and elsewhere what
  // the gradient of z is made of.
  const Var ratios = graph.NewValue(rows, 1);
  MatrixView weight = graph.MutableValue(y);
  MatrixView ratio = graph.MutableValue(ratios);
  weight.setZero();
  ratio.setZero();
  const auto z = [&](Index at) {
    return mask ? graph.value(*mask)(at, 0) : Real{1};
  };
  for (Index b = 0; b < batch; ++b) {
    const Index end = lengths[static_cast<std::size_t>(b)] * batch;
    Real highest = -std::numeric_limits<Real>::infinity();
    for (Index at = b; at < end; at += batch) {
      if (z(at) == Real{0}) continue;
      highest = std::max(highest, graph.value(scores)(at, 0));
    }
    if (highest == -std::numeric_limits<Real>::infinity()) continue;
    Real sum = 0;
    for (Index at = b; at < end; at += batch) {
      ratio(at, 0) = std::exp(graph.value(scores)(at, 0) - highest);
      if (z(at) != Real{0}) sum += z(at) * ratio(at, 0);
    }
    for (Index at = b; at < end; at += batch) {
      ratio(at, 0) /= sum;
      if (z(at) != Real{0}) weight(at, 0) = z(at) * ratio(at, 0);
      ratio(at, 0) = std::min(ratio(at, 0), kMostMaskRatio);
    }
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, scores, lengths, mask, batch, ratios, y] {
      const MatrixView dy = graph.Gradient(y);
      const bool to_scores = graph.NeedsGradient(scores);
      const bool to_mask = mask && graph.NeedsGradient(*mask);
      for (Index b = 0; b < batch; ++b) {
        const Index end = lengths[static_cast<std::size_t>(b)] * batch;
        Real mean = 0;
        for (Index at = b; at < end; at += batch) {
          mean += graph.value(y)(at, 0) * dy(at, 0);
        }
        for (Index at = b; at < end; at += batch) {
          const Real above = dy(at, 0) - mean;
          if (to_scores) {
            graph.Gradient(scores)(at, 0) += graph.value(y)(at, 0) * above;
          }
          if (to_mask) {
            graph.Gradient (*mask)(at, 0) += graph.value(ratios)(at, 0) * above;
          }
        }
      }
    });
  }
  return y;
}

}  // namespace whylight
