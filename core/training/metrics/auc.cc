#include "core/training/metrics/auc.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/training/metrics/check_numbers.h"
#include "core/training/metrics/ranking.h"

namespace whylight {

Result<double> AreaUnderRoc(std::span<const double> scores,
                            std::span<const std::uint8_t> positive) {
  if (Status checked = CheckNumbers(scores, positive.size()); !checked.ok()) {
    return checked.error();
  }
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return scores[a] < scores[b];
  });
  double positives = 0;
  double negatives = 0;
  double won = 0;  // Pairs whose positive example has the higher score.
  for (std::size_t start = 0; start < order.size();) {
    // Examples of one score together.
    double own_positives = 0;
    double own_negatives = 0;
    std::size_t end = start;
    for (; end < order.size() && scores[order[end]] == scores[order[start]];
         ++end) {
      (positive[order[end]] != 0 ? own_positives : own_negatives) += 1;
    }
    won += own_positives * (negatives + own_negatives / 2);
    positives += own_positives;
    negatives += own_negatives;
    start = end;
  }
  if (positives == 0 || negatives == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 std::string("expected positive and negative examples, found "
                             "no ") +
                     (positives == 0 ? "positive" : "negative") + " one"};
  }
  return won / (positives * negatives);
}

Result<double> AveragePrecisionOfPairs(std::span<const double> scores,
                                       std::span<const std::uint8_t> positive) {
  const auto ranking = Rank({.scores = {scores.begin(), scores.end()},
                             .relevant = {positive.begin(), positive.end()}});
  if (!ranking.ok()) return ranking.error();
  if (ReciprocalRank(ranking.value()) == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected a positive example, found none"};
  }
  return AveragePrecision(ranking.value());
}

}  // namespace whylight
