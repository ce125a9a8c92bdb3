#include "core/training/metrics/regression.h"

#include <cmath>
#include <numeric>

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

}  // namespace whylight
