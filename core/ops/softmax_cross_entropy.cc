#include <cmath>
#include <iterator>
#include <utility>

#include "core/math/kernels.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

// A row that counts, and log Σ exp of its logits.
struct ScoredRow {
  Index row;
  Index target;
  Real weight;
  Real log_sum;
};

}  // namespace

Var SoftmaxCrossEntropy(Graph& graph, Var logits,
                        std::span<const std::int32_t> targets,
                        std::span<const Real> weights) {
  const ConstMatrixView values = graph.value(logits);
  std::vector<ScoredRow> rows;
  // The sum of many terms, which single precision would not add up exactly
  // enough to tell an epoch from the next.
  double total = 0;
  Eigen::Array<Real, 1, Eigen::Dynamic> scratch(values.cols());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] < 0 || weights[i] == Real{0}) continue;
    const auto row = static_cast<Index>(i);
    const Real largest = values.row(row).maxCoeff();
    scratch = values.row(row).array() - largest;
    Exp(scratch.data(), scratch.data(), scratch.size());
    const Real log_sum = largest + std::log(scratch.sum());
    rows.push_back({row, targets[i], weights[i], log_sum});
    total += weights[i] * (log_sum - values(row, targets[i]));
  }
  const Var loss = graph.NewValue(1, 1);
  graph.MutableValue(loss)(0, 0) = static_cast<Real>(total);
  if (graph.recording()) {
    graph.OnBackward(loss, [&graph, logits, rows = std::move(rows), loss] {
      const Real d_loss = graph.Gradient(loss)(0, 0);
      const ConstMatrixView scores = graph.value(logits);
      auto [d_logits, into] = graph.GradientToWrite(logits);
      Eigen::Array<Real, 1, Eigen::Dynamic> shares(scores.cols());
      // Rows that do not count get none.
      if (into == Into::kReplace && std::ssize(rows) < d_logits.rows()) {
        d_logits.setZero();
        into = Into::kAdd;
      }
      for (const ScoredRow& row : rows) {
        const Real scale = d_loss * row.weight;
        shares = scores.row(row.row).array() - row.log_sum;
        Exp(shares.data(), shares.data(), shares.size());
        shares *= scale;
        shares(row.target) -= scale;
        if (into == Into::kAdd) {
          d_logits.row(row.row).array() += shares;
        } else {
          d_logits.row(row.row).array() = shares;
        }
      }
    });
  }
  return loss;
}

}  // namespace whylight
