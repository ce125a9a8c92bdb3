#include "core/ops/ranking_loss.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace whylight {
namespace {

using Row = Eigen::Matrix<double, 1, Eigen::Dynamic>;

// Adds what it costs that `positive` is among `negatives`, times `weight`, and
// its gradient.
double AddCost(const Row& scores, Index positive,
               const std::vector<Index>& negatives,
               const RankingLossOptions& options, double weight,
               Row* gradient) {
  const auto push = [&](Index negative, double by) {
    (*gradient)(negative) += weight * by;
    (*gradient)(positive) -= weight * by;
  };
  const auto cost = [&](Index negative) {
    return options.margin + scores(negative) - scores(positive);
  };
  if (options.objective == RankingObjective::kHardest) {
    // Of equal negatives the first.
    const Index hardest = *std::max_element(
        negatives.begin(), negatives.end(),
        [&](Index a, Index b) { return scores(a) < scores(b); });
    if (cost(hardest) <= 0) return 0;
    push(hardest, 1);
    return weight * cost(hardest);
  }
  double sum = 0;
  if (options.objective == RankingObjective::kEvery) {
    const double share = 1 / static_cast<double>(negatives.size());
    for (const Index negative : negatives) {
      if (cost(negative) <= 0) continue;
      push(negative, share);
      sum += share * cost(negative);
    }
    return weight * sum;
  }
  double largest = scores(positive);
  for (const Index negative : negatives) {
    largest = std::max(largest, scores(negative));
  }
  const auto exponential = [&](Index i) {
    return std::exp(options.scale * (scores(i) - largest));
  };
  sum = exponential(positive);
  for (const Index negative : negatives) sum += exponential(negative);
  for (const Index negative : negatives) {
    push(negative, options.scale * exponential(negative) / sum);
  }
  return weight *
         (std::log(sum) - options.scale * (scores(positive) - largest));
}

}  // namespace

Var RankingLoss(Graph& graph, Var scores,
                const std::vector<Relevance>& relevance,
                const std::vector<Real>& weights,
                const RankingLossOptions& options) {
  const ConstMatrixView values = graph.value(scores);
  Matrix gradient = Matrix::Zero(values.rows(), values.cols());
  double total = 0;
  for (Index i = 0; i < values.rows(); ++i) {
    std::vector<Index> positives;
    std::vector<Index> negatives;
    for (Index k = 0; k < values.cols(); ++k) {
      const Relevance found =
          relevance[static_cast<std::size_t>(i * values.cols() + k)];
      if (found == Relevance::kPositive) positives.push_back(k);
      if (found == Relevance::kNegative) negatives.push_back(k);
    }
    if (positives.empty() || negatives.empty()) continue;
    const Row row = values.row(i).cast<double>();
    Row slope = Row::Zero(row.size());
    const double weight =
        static_cast<double>(weights[static_cast<std::size_t>(i)]) /
        static_cast<double>(positives.size());
    for (const Index positive : positives) {
      total += AddCost(row, positive, negatives, options, weight, &slope);
    }
    gradient.row(i) = slope.cast<Real>();
  }
  const Var loss = graph.NewValue(1, 1);
  graph.MutableValue(loss)(0, 0) = static_cast<Real>(total);
  if (graph.recording()) {
    graph.OnBackward(
        loss, [&graph, scores, gradient = std::move(gradient), loss] {
          graph.Gradient(scores) += graph.Gradient(loss)(0, 0) * gradient;
        });
  }
  return loss;
}

}  // namespace whylight
