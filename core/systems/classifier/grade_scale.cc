#include "core/systems/classifier/grade_scale.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace whylight {
namespace {

bool Ascend(const std::vector<double>& numbers) {
  return std::adjacent_find(numbers.begin(), numbers.end(),
                            std::greater_equal<>()) == numbers.end();
}

double Middle(const std::vector<double>& grades, std::size_t k) {
  return (grades[k] + grades[k + 1]) / 2;
}

}  // namespace

GradeScale::GradeScale(std::vector<double> grades, std::vector<double> cuts)
    : grades_(std::move(grades)) {
  if (cuts.empty()) return;
  from_ = {grades_.front()};
  to_ = {grades_.front()};
  for (std::size_t k = 0; k < cuts.size(); ++k) {
    from_.push_back(cuts[k]);
    to_.push_back(Middle(grades_, k));
  }
  from_.push_back(grades_.back());
  to_.push_back(grades_.back());
}

std::string GradeScale::FindProblem(const std::vector<double>& grades,
                                    const std::vector<double>& cuts) {
  if (cuts.empty()) return {};
  const std::string where = "\"cuts\": expected ";
  if (!Ascend(grades)) return where + "none unless grades ascend, found some";
  if (cuts.size() + 1 != grades.size()) {
    return where + std::to_string(grades.empty() ? 0 : grades.size() - 1) +
           ", one between any two labels, found " + std::to_string(cuts.size());
  }
  if (!Ascend(cuts) || !(cuts.front() > grades.front()) ||
      !(cuts.back() < grades.back())) {
    return where + "ascending numbers within the grades, found others";
  }
  return {};
}

Real GradeScale::Calibrate(Real mean) const {
  if (from_.empty()) return mean;
  const auto x =
      std::clamp(static_cast<double>(mean), from_.front(), from_.back());
  const auto above =
      std::upper_bound(from_.begin() + 1, from_.end() - 1, x) - from_.begin();
  const auto k = static_cast<std::size_t>(above);
  const double share = (x - from_[k - 1]) / (from_[k] - from_[k - 1]);
  return static_cast<Real>(to_[k - 1] + share * (to_[k] - to_[k - 1]));
}

std::size_t GradeScale::Label(Real calibrated) const {
  std::size_t label = 0;
  while (label + 1 < grades_.size() &&
         static_cast<double>(calibrated) >= Middle(grades_, label)) {
    ++label;
  }
  return label;
}

// Dynamic programming over the texts by rising mean: the best that labels up to
// k can do with the first i texts, and the text at which label k starts.
std::vector<double> FitCuts(const std::vector<double>& means,
                            const std::vector<std::int32_t>& labels,
                            const std::vector<double>& grades) {
  // Costs less than a text does, over the whole scale.
  const double range = grades.back() - grades.front();
  const auto distance = [&](double cut, std::size_t k) {
    const double off = (cut - Middle(grades, k)) / range;
    return 0.1 * off * off / static_cast<double>(grades.size());
  };
  const std::size_t n = means.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return means[a] < means[b]; });
  // Cut i is between texts i - 1 and i; NaN between equal ones. Cuts keep apart
  // and off the ends, so that the scale rises everywhere.
  const double least = 1e-3 * range;
  std::vector<double> cuts(n + 1, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 1; i < n; ++i) {
    const double below = means[order[i - 1]];
    const double above = means[order[i]];
    if (above > below) cuts[i] = (below + above) / 2;
  }
  cuts.front() = grades.front() + least;
  cuts.back() = grades.back() - least;

  constexpr double kNever = -1e300;
  const std::size_t count = grades.size();
  // Of each label, how many of the first i texts have it.
  std::vector<std::vector<double>> have(count, std::vector<double>(n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < count; ++k) {
      have[k][i + 1] =
          have[k][i] + (static_cast<std::size_t>(labels[order[i]]) == k);
    }
  }
  std::vector<double> best = have[0];
  std::vector<std::vector<std::size_t>> starts(count,
                                               std::vector<std::size_t>(n + 1));
  for (std::size_t k = 1; k < count; ++k) {
    std::vector<double> next(n + 1, kNever);
    double most = kNever;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= n; ++i) {
      if (cuts[i] == cuts[i]) {
        const double here = best[i] - have[k][i] - distance(cuts[i], k - 1);
        if (here > most) {
          most = here;
          start = i;
        }
      }
      next[i] = most + have[k][i];
      starts[k][i] = start;
    }
    best = std::move(next);
  }
  std::vector<double> fitted(count - 1);
  std::size_t end = n;
  for (std::size_t k = count - 1; k > 0; --k) {
    end = starts[k][end];
    fitted[k - 1] =
        std::clamp(cuts[end], grades.front() + least, grades.back() - least);
  }
  for (std::size_t k = 1; k < fitted.size(); ++k) {
    fitted[k] =
        std::max(fitted[k], fitted[k - 1] + least / static_cast<double>(count));
  }
  return fitted;
}

}  // namespace whylight
