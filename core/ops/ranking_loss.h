// What it costs to rank candidates wrongly (Lei17 section 2.5.3; Tay19 section
// 10).
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"

namespace whylight {

enum class RankingObjective {
  kHardest,  ///< max(0, margin + the best negative's score - the positive's),
             ///< the "one versus all" hinge
  kEvery,    ///< the mean over negatives of max(0, margin + its score - that)
  kSoftmax,  ///< -log of the positive's share of the exponentials of
             ///< score · scale, its own and those of all negatives
};

struct RankingLossOptions {
  RankingObjective objective = RankingObjective::kHardest;
  double margin = 0.2;  ///< Of the hinges.
  double scale = 10;    ///< Of the softmax: one over its temperature.
};

/// The relevance of a candidate to a query.
enum class Relevance : std::int8_t { kNotCompared, kNegative, kPositive };

/// The sum over queries of weight · the mean over the query's positives of the
/// objective against all its negatives. Queries without either cost nothing.
/// `scores` is [queries x candidates], `relevance` one after the other in the
/// same order -> [1 x 1].
Var RankingLoss(Graph& graph, Var scores,
                const std::vector<Relevance>& relevance,
                const std::vector<Real>& weights,
                const RankingLossOptions& options);

}  // namespace whylight
