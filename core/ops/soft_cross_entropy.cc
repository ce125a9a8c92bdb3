#include "core/ops/soft_cross_entropy.h"

#include <cstdint>
#include <vector>

#include "core/ops/ops.h"

namespace whylight {

// Cross-entropy with a distribution is the mean over its labels.
Var SoftCrossEntropy(Graph& graph, Var logits, const Matrix& targets,
                     std::span<const Real> weights) {
  std::vector<Var> of_labels;
  for (Index k = 0; k < targets.cols(); ++k) {
    std::vector<Real> shares;
    for (Index i = 0; i < targets.rows(); ++i) {
      shares.push_back(weights[static_cast<std::size_t>(i)] * targets(i, k));
    }
    of_labels.push_back(SoftmaxCrossEntropy(
        graph, logits,
        std::vector<std::int32_t>(weights.size(), static_cast<std::int32_t>(k)),
        shares));
  }
  return WeightedSum(graph, of_labels,
                     std::vector<Real>(of_labels.size(), Real{1}));
}

}  // namespace whylight
