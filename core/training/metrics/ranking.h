// How well candidates are ranked for queries. Of equal scores the candidates
// that are not relevant come first: a constant score is the worst ranking, in
// whatever order a file lists its candidates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace whylight {

/// The candidates of one query.
struct ScoredCandidates {
  std::vector<double> scores;          ///< The higher, the better.
  std::vector<std::uint8_t> relevant;  ///< 1 for those that are.
};

/// Whether each candidate is relevant, in the order of the ranking.
Result<std::vector<std::uint8_t>> Rank(const ScoredCandidates& candidates);

/// Of a ranking as `Rank` gives it. The mean, over relevant candidates, of the
/// precision at their ranks; 0 without any.
double AveragePrecision(std::span<const std::uint8_t> ranking);
/// 1 / rank of the first relevant candidate; 0 without any.
double ReciprocalRank(std::span<const std::uint8_t> ranking);
/// Relevant candidates among the first `k`, over k, however many there are.
double PrecisionAt(std::size_t k, std::span<const std::uint8_t> ranking);

/// The treatment of queries without a relevant candidate.
enum class WithoutPositives {
  kZero,  ///< "zero": they count, as 0 (SemEval-2016 task 3).
  kSkip,  ///< "skip": they are left out (AskUbuntu; Lei et al. 2016).
};

struct MeanFigure {
  double mean = 0;
  /// Of the mean over queries: their standard deviation / √n. 0 of fewer than
  /// two.
  double standard_error = 0;
};

struct RankingFigures {
  std::size_t n = 0;                  ///< Queries that count.
  std::size_t without_positives = 0;  ///< Queries, whether they count or not.
  WithoutPositives protocol = WithoutPositives::kZero;
  MeanFigure map;
  MeanFigure mrr;
  MeanFigure p_at_1;
  MeanFigure p_at_5;
};

Result<RankingFigures> EvaluateRankings(
    std::span<const ScoredCandidates> queries, WithoutPositives protocol);

/// {"n": ..., "without_positives": "zero", "queries_without_positives": ...,
/// "map": ..., "mrr": ..., "p_at_1": ..., "p_at_5": ..., "standard_error":
/// {"map": ..., ...}}, in percent.
nlohmann::ordered_json RankingToJson(const RankingFigures& figures);

}  // namespace whylight
