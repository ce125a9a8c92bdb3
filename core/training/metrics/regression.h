// How near predicted numbers are to the wanted ones.
#pragma once

#include <cstddef>
#include <span>

#include "core/base/result.h"

namespace whylight {

/// Adds squared errors up one by one.
class SquaredErrorSum {
 public:
  void Add(double predicted, double wanted) {
    const double error = predicted - wanted;
    sum_ += error * error;
    ++count_;
  }
  std::size_t count() const { return count_; }
  /// 0 of none.
  double Mean() const {
    return count_ > 0 ? sum_ / static_cast<double>(count_) : 0;
  }

 private:
  double sum_ = 0;
  std::size_t count_ = 0;
};

/// 0 of no numbers. Like all figures that are a Result, it fails where a number
/// is NaN.
Result<double> MeanSquaredError(std::span<const double> predicted,
                                std::span<const double> wanted);

/// Pearson's correlation; 0 where one of the two does not vary.
Result<double> PearsonCorrelation(std::span<const double> predicted,
                                  std::span<const double> wanted);

/// Spearman's: that of their ranks, where equal numbers share the mean of
/// theirs.
Result<double> SpearmanCorrelation(std::span<const double> predicted,
                                   std::span<const double> wanted);

}  // namespace whylight
