#include "core/systems/rationale/train/decorrelate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/format/json.h"
#include "core/systems/rationale/train/data.h"

namespace whylight {
namespace {

// Sums of some rows, by which the correlations with the first column are known.
class Moments {
 public:
  explicit Moments(Index columns)
      : sums_(static_cast<std::size_t>(columns)),
        squares_(sums_.size()),
        products_(sums_.size()) {}

  template <typename Row>
  void Add(const Row& row) {
    ++n_;
    const auto first = static_cast<double>(row(0));
    for (std::size_t c = 0; c < sums_.size(); ++c) {
      const auto value = static_cast<double>(row(static_cast<Index>(c)));
      sums_[c] += value;
      squares_[c] += value * value;
      products_[c] += first * value;
    }
  }

  RatingCorrelations Correlations() const {
    RatingCorrelations found;
    found.n = n_;
    const auto n = static_cast<double>(n_);
    const auto variance = [&](std::size_t c) {
      return squares_[c] / n - sums_[c] * sums_[c] / (n * n);
    };
    for (std::size_t c = 1; c < sums_.size(); ++c) {
      const double spread = variance(0) * variance(c);
      const double covariance =
          products_[c] / n - sums_[0] * sums_[c] / (n * n);
      // Rounding makes something of nothing.
      found.each.push_back(spread > 1e-18 ? covariance / std::sqrt(spread) : 0);
      found.largest = std::max(found.largest, std::abs(found.each.back()));
      found.mean +=
          std::abs(found.each.back()) / static_cast<double>(sums_.size() - 1);
    }
    return found;
  }

 private:
  std::size_t n_ = 0;
  std::vector<double> sums_;
  std::vector<double> squares_;
  std::vector<double> products_;
};

}  // namespace

RatingCorrelations CorrelationsOfFirst(const Matrix& ratings) {
  Moments moments(ratings.cols());
  for (Index r = 0; r < ratings.rows(); ++r) moments.Add(ratings.row(r));
  return moments.Correlations();
}

Result<Decorrelated> Decorrelate(const Matrix& ratings, double threshold,
                                 std::size_t least) {
  const std::vector<std::size_t> order =
      MostDecorrelated(ratings, 1, static_cast<std::size_t>(ratings.rows()));
  Decorrelated result;
  result.before = CorrelationsOfFirst(ratings);
  Moments moments(ratings.cols());
  std::size_t kept = 0;
  double lowest = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    moments.Add(ratings.row(static_cast<Index>(order[i])));
    if (i + 1 < least) continue;
    RatingCorrelations correlations = moments.Correlations();
    lowest = std::min(lowest, correlations.mean);
    if (correlations.mean > threshold) continue;
    kept = i + 1;
    result.after = std::move(correlations);
  }
  if (kept == 0) {
    return Error{
        ErrorCode::kBadData,
        "expected at least " + std::to_string(least) +
            " reviews whose ratings are correlated by at most " +
            std::to_string(threshold) + ", found " +
            (order.size() < least ? std::to_string(order.size()) + " reviews"
                                  : "no fewer than " + std::to_string(lowest))};
  }
  result.rows.assign(order.begin(),
                     order.begin() + static_cast<std::ptrdiff_t>(kept));
  std::sort(result.rows.begin(), result.rows.end());
  return result;
}

}  // namespace whylight
