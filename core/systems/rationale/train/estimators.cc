#include "core/systems/rationale/train/estimators.h"

#include <vector>

#include "core/ops/ops.h"

namespace whylight {

Matrix ChooseLargest(Choice choice, const Matrix& numbers) {
  if (choice != Choice::kCompeting) {
    return (numbers.array() > Real{0}).cast<Real>().matrix();
  }
  Matrix chosen = Matrix::Zero(numbers.rows(), numbers.cols());
  for (Index r = 0; r < numbers.rows(); ++r) {
    Index best = 0;
    numbers.row(r).maxCoeff(&best);
    chosen(r, best) = 1;
  }
  return chosen;
}

Var ScoreFunction(Graph& graph, Choice choice, Var numbers,
                  const SequenceBatch& sequences, const Matrix& drawn,
                  const Matrix& advantages, Real weight) {
  // Cross-entropy is -log p.
  Var surrogate;
  if (choice == Choice::kCompeting) {
    std::vector<std::int32_t> targets(static_cast<std::size_t>(drawn.rows()),
                                      -1);
    std::vector<Real> weights(targets.size());
    ForEachWord(sequences, [&](Index b, Index, Index row) {
      Index chosen = 0;
      drawn.row(row).maxCoeff(&chosen);
      targets[static_cast<std::size_t>(row)] =
          static_cast<std::int32_t>(chosen);
      weights[static_cast<std::size_t>(row)] =
          -weight * advantages.row(b).sum();
    });
    surrogate = SoftmaxCrossEntropy(graph, numbers, targets, weights);
  } else {
    Matrix weights = Matrix::Zero(drawn.rows(), drawn.cols());
    ForEachWord(sequences, [&](Index b, Index, Index row) {
      weights.row(row) = -weight * advantages.row(b);
    });
    surrogate = SigmoidCrossEntropy(graph, numbers, drawn, weights);
  }
  // Its value says nothing.
  const Var value = graph.Constant(graph.value(surrogate));
  return WeightedSum(graph, {surrogate, value}, {Real{1}, Real{-1}});
}

}  // namespace whylight
