#include "core/systems/classifier/grade_scale.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace whylight {
namespace {

// How far a text stands on the way from its label's grade (0) to the other (1),
// moved to the half that is the label's. What is clearly in it stays there.
double MoveToItsHalf(double share) {
  constexpr double kClear = 0.4;
  if (share <= kClear) return share;
  return kClear + (share - kClear) / (1 - kClear) * (0.5 - kClear);
}

}  // namespace

GradeScale::GradeScale(std::vector<double> grades)
    : grades_(std::move(grades)) {
  rising_.resize(grades_.size());
  std::iota(rising_.begin(), rising_.end(), std::size_t{0});
  std::sort(rising_.begin(), rising_.end(), [&](std::size_t a, std::size_t b) {
    return grades_[a] < grades_[b];
  });
  const auto same = [&](std::size_t a, std::size_t b) {
    return grades_[a] == grades_[b];
  };
  if (std::adjacent_find(rising_.begin(), rising_.end(), same) !=
      rising_.end()) {
    rising_.clear();
  }
}

GradeScale::Reading GradeScale::Read(
    const std::vector<double>& probabilities) const {
  const double mean = std::inner_product(grades_.begin(), grades_.end(),
                                         probabilities.begin(), 0.0);
  if (rising_.size() < 2) {
    const auto likeliest =
        std::max_element(probabilities.begin(), probabilities.end());
    return {static_cast<std::size_t>(likeliest - probabilities.begin()),
            static_cast<Real>(mean)};
  }
  std::size_t above = 1;
  while (above + 1 < rising_.size() && grades_[rising_[above]] < mean) ++above;
  std::size_t label = rising_[above - 1];
  std::size_t other = rising_[above];
  // Of two that are as likely, the nearer.
  if (grades_[other] - mean < mean - grades_[label]) std::swap(label, other);
  if (probabilities[other] > probabilities[label]) std::swap(label, other);
  const double way = grades_[other] - grades_[label];
  // Rounding may carry the mean of a certain label beyond its grade.
  const double share = std::clamp((mean - grades_[label]) / way, 0.0, 1.0);
  return {label,
          static_cast<Real>(grades_[label] + MoveToItsHalf(share) * way)};
}

}  // namespace whylight
