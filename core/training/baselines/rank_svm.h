// A linear support vector machine that ranks (Joachims 2002): what is relevant
// to a query is to score above what is not.
//
//   min over w:  ½|w|² + C Σ over queries, over pairs of a candidate p that is
//                relevant and one n that is not: max(0, 1 - w · (p - n))²
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace whylight {

/// The candidates of a query.
struct RankedFeatures {
  std::vector<std::vector<double>> features;  ///< As many of each candidate.
  std::vector<std::uint8_t> relevant;         ///< One per candidate.
};

class RankSvm {
 public:
  /// Features are divided by their standard deviation first. The same for the
  /// same queries. Fails if no query has candidates of both kinds.
  static Result<RankSvm> Train(const std::vector<RankedFeatures>& queries,
                               double cost);

  double Score(std::span<const double> features) const;

  /// Of features as they are given, not scaled.
  const std::vector<double>& weights() const { return weights_; }

 private:
  explicit RankSvm(std::vector<double> weights)
      : weights_(std::move(weights)) {}

  std::vector<double> weights_;
};

}  // namespace whylight
