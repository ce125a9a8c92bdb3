#include <cmath>
#include <utility>

#include "core/math/kernels.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

// A row that counts, and log Σ exp of its corrected scores.
struct ComparedRow {
  Index row;
  Index target;
  Real weight;
  Real score;  // Of the target.
  Real log_sum;
};

}  // namespace

Var SampledSoftmaxCrossEntropy(Graph& graph, Var x, Var rows, Var bias,
                               Index candidates,
                               std::span<const Real> log_expected,
                               std::span<const std::int32_t> targets,
                               std::span<const Real> weights) {
  const ConstMatrixView vectors = graph.value(x);
  const ConstMatrixView units = graph.value(rows);
  const ConstMatrixView biases = graph.value(bias);
  const auto correction = [&](Index unit) {
    return biases(unit, 0) - log_expected[static_cast<std::size_t>(unit)];
  };

  // The scores of the candidates, for all rows at once; then their shares.
  const Var scores = graph.NewValue(vectors.rows(), candidates);
  MatrixView values = graph.MutableValue(scores);
  Gemm<Real>(vectors, PackedMatrix<Real>::Transposed(units.topRows(candidates)),
             values, Into::kReplace);
  RowVector corrections(candidates);
  for (Index k = 0; k < candidates; ++k) corrections(k) = correction(k);

  std::vector<ComparedRow> scored;
  double total = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto row = static_cast<Index>(i);
    if (targets[i] < 0 || weights[i] == Real{0}) {
      values.row(row).setZero();
      continue;
    }
    const Index target = targets[i];
    const Real score =
        vectors.row(row).dot(units.row(target)) + correction(target);
    auto own = values.row(row);
    own += corrections;
    const Real largest =
        candidates > 0 ? std::max(score, own.maxCoeff()) : score;
    own.array() -= largest;
    Exp(own.data(), own.data(), candidates);
    // A row is not compared with its target a second time.
    if (target < candidates) own(target) = 0;
    const Real sum = own.sum() + std::exp(score - largest);
    own /= sum;
    const Real log_sum = largest + std::log(sum);
    scored.push_back({row, target, weights[i], score, log_sum});
    total += weights[i] * (log_sum - score);
  }
  const Var loss = graph.NewValue(1, 1);
  graph.MutableValue(loss)(0, 0) = static_cast<Real>(total);
  if (graph.recording()) {
    graph.OnBackward(loss, [&graph, x, rows, bias, scores, candidates,
                            scored = std::move(scored), loss] {
      const Real d_loss = graph.Gradient(loss)(0, 0);
      const ConstMatrixView read = graph.value(x);
      const ConstMatrixView unit = graph.value(rows);
      // The shares are not needed any more: what follows takes their place.
      MatrixView d_scores = graph.MutableValue(scores);
      MatrixView d_units = graph.Gradient(rows);
      MatrixView d_bias = graph.Gradient(bias);
      for (const ComparedRow& row : scored) {
        d_scores.row(row.row) *= d_loss * row.weight;
      }
      auto [dx, into] = graph.GradientToWrite(x);
      Gemm<Real>(d_scores, unit.topRows(candidates), dx, into);
      TransposedProduct<Real>(d_scores, read, d_units.topRows(candidates),
                              Into::kAdd);
      d_bias.topRows(candidates) += d_scores.colwise().sum().transpose();
      for (const ComparedRow& row : scored) {
        const Real share = std::exp(row.score - row.log_sum);
        const Real d_score = d_loss * row.weight * (share - 1);
        dx.row(row.row) += d_score * unit.row(row.target);
        d_units.row(row.target) += d_score * read.row(row.row);
        d_bias(row.target, 0) += d_score;
      }
    });
  }
  return loss;
}

}  // namespace whylight
