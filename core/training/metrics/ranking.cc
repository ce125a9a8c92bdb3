#include "core/training/metrics/ranking.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/training/metrics/check_numbers.h"

namespace whylight {
namespace {

MeanFigure MeanOf(const std::vector<double>& values) {
  MeanFigure figure;
  if (values.empty()) return figure;
  const auto n = static_cast<double>(values.size());
  figure.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (values.size() < 2) return figure;
  double squares = 0;
  for (const double value : values) {
    squares += (value - figure.mean) * (value - figure.mean);
  }
  figure.standard_error = std::sqrt(squares / (n - 1) / n);
  return figure;
}

}  // namespace

Result<std::vector<std::uint8_t>> Rank(const ScoredCandidates& candidates) {
  // By name: Clang 14 lets no lambda capture what a binding takes apart.
  const auto& scores = candidates.scores;
  const auto& relevant = candidates.relevant;
  if (Status checked = CheckNumbers(scores, relevant.size()); !checked.ok()) {
    return checked.error();
  }
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return scores[a] != scores[b] ? scores[a] > scores[b]
                                  : relevant[a] < relevant[b];
  });
  std::vector<std::uint8_t> ranking;
  for (const std::size_t candidate : order) {
    ranking.push_back(relevant[candidate]);
  }
  return ranking;
}

double AveragePrecision(std::span<const std::uint8_t> ranking) {
  double sum = 0;
  double relevant = 0;
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    if (ranking[i] == 0) continue;
    relevant += 1;
    sum += relevant / static_cast<double>(i + 1);
  }
  return relevant > 0 ? sum / relevant : 0;
}

double ReciprocalRank(std::span<const std::uint8_t> ranking) {
  const auto first =
      std::find_if(ranking.begin(), ranking.end(), [](auto r) { return r; });
  if (first == ranking.end()) return 0;
  return 1 / static_cast<double>(first - ranking.begin() + 1);
}

double PrecisionAt(std::size_t k, std::span<const std::uint8_t> ranking) {
  const auto first = ranking.first(std::min(k, ranking.size()));
  return static_cast<double>(std::count_if(first.begin(), first.end(),
                                           [](auto r) { return r; })) /
         static_cast<double>(k);
}

Result<RankingFigures> EvaluateRankings(
    std::span<const ScoredCandidates> queries, WithoutPositives protocol) {
  RankingFigures figures;
  figures.protocol = protocol;
  std::vector<double> map;
  std::vector<double> mrr;
  std::vector<double> p_at_1;
  std::vector<double> p_at_5;
  for (const ScoredCandidates& query : queries) {
    const Result<std::vector<std::uint8_t>> ranked = Rank(query);
    if (!ranked.ok()) return ranked.error();
    const std::vector<std::uint8_t>& ranking = ranked.value();
    if (ReciprocalRank(ranking) == 0) {
      ++figures.without_positives;
      if (protocol == WithoutPositives::kSkip) continue;
    }
    map.push_back(AveragePrecision(ranking));
    mrr.push_back(ReciprocalRank(ranking));
    p_at_1.push_back(PrecisionAt(1, ranking));
    p_at_5.push_back(PrecisionAt(5, ranking));
  }
  figures.n = map.size();
  figures.map = MeanOf(map);
  figures.mrr = MeanOf(mrr);
  figures.p_at_1 = MeanOf(p_at_1);
  figures.p_at_5 = MeanOf(p_at_5);
  return figures;
}

nlohmann::ordered_json RankingToJson(const RankingFigures& figures) {
  const bool zero = figures.protocol == WithoutPositives::kZero;
  nlohmann::ordered_json json = {
      {"n", figures.n},
      {"without_positives", zero ? "zero" : "skip"},
      {"queries_without_positives", figures.without_positives}};
  nlohmann::ordered_json errors;
  const auto add = [&](const char* name, const MeanFigure& figure) {
    json[name] = 100 * figure.mean;
    errors[name] = 100 * figure.standard_error;
  };
  add("map", figures.map);
  add("mrr", figures.mrr);
  add("p_at_1", figures.p_at_1);
  add("p_at_5", figures.p_at_5);
  json["standard_error"] = errors;
  return json;
}

}  // namespace whylight
