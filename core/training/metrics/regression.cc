#include "core/training/metrics/regression.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/training/metrics/check_numbers.h"

namespace whylight {
namespace {

Status CheckBoth(std::span<const double> predicted,
                 std::span<const double> wanted) {
  Status checked = CheckNumbers(predicted, wanted.size());
  return checked.ok() ? CheckNumbers(wanted, predicted.size()) : checked;
}

double Mean(std::span<const double> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) /
         static_cast<double>(numbers.size());
}

// The place of each number, from 1.
std::vector<double> Ranks(std::span<const double> numbers) {
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return numbers[a] < numbers[b];
  });
  std::vector<double> ranks(numbers.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && numbers[order[end]] == numbers[order[begin]]) {
      ++end;
    }
    for (std::size_t i = begin; i < end; ++i) {
      ranks[order[i]] = static_cast<double>(begin + end + 1) / 2;
    }
  }
  return ranks;
}

}  // namespace

Result<double> MeanSquaredError(std::span<const double> predicted,
                                std::span<const double> wanted) {
  if (Status checked = CheckBoth(predicted, wanted); !checked.ok()) {
    return checked.error();
  }
  SquaredErrorSum sum;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    sum.Add(predicted[i], wanted[i]);
  }
  return sum.Mean();
}

Result<double> PearsonCorrelation(std::span<const double> predicted,
                                  std::span<const double> wanted) {
  if (Status checked = CheckBoth(predicted, wanted); !checked.ok()) {
    return checked.error();
  }
  if (wanted.empty()) return 0.0;
  const double mean_predicted = Mean(predicted);
  const double mean_wanted = Mean(wanted);
  double covariance = 0;
  double spread_predicted = 0;
  double spread_wanted = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const double x = predicted[i] - mean_predicted;
    const double y = wanted[i] - mean_wanted;
    covariance += x * y;
    spread_predicted += x * x;
    spread_wanted += y * y;
  }
  if (spread_predicted == 0 || spread_wanted == 0) return 0.0;
  return covariance / std::sqrt(spread_predicted * spread_wanted);
}

Result<double> SpearmanCorrelation(std::span<const double> predicted,
                                   std::span<const double> wanted) {
  if (Status checked = CheckBoth(predicted, wanted); !checked.ok()) {
    return checked.error();
  }
  return PearsonCorrelation(Ranks(predicted), Ranks(wanted));
}

}  // namespace whylight
