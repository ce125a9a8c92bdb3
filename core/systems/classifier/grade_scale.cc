#include "core/systems/classifier/grade_scale.h"

#include <algorithm>
#include <functional>

namespace whylight {
namespace {

// The least mean of a text of which `grade` is the likeliest: the others can
// have the same probability at most, which is best given to the lowest.
// `others` ascend.
double LeastMean(double grade, const std::vector<double>& others) {
  double least = grade;
  double sum = grade;
  double count = 1;
  for (const double other : others) {
    sum += other;
    count += 1;
    least = std::min(least, sum / count);
  }
  return least;
}

}  // namespace

GradeScale::GradeScale(const std::vector<double>& grades) {
  std::vector<double> rising = grades;
  std::sort(rising.begin(), rising.end());
  const bool differ =
      std::adjacent_find(rising.begin(), rising.end()) == rising.end();
  if (grades.size() < 2 || !differ) return;
  for (const double grade : grades) {
    std::vector<double> others = rising;
    const auto place =
        others.erase(std::find(others.begin(), others.end(), grade));
    const bool lowest = place == others.begin();
    const bool highest = place == others.end();
    Step& step = steps_.emplace_back();
    step.from = lowest ? grade : (*(place - 1) + grade) / 2;
    step.to = highest ? grade : (grade + *place) / 2;
    step.least_mean = LeastMean(grade, others);
    for (double& other : others) other = -other;
    std::reverse(others.begin(), others.end());
    step.most_mean = -LeastMean(-grade, others);
  }
}

Real GradeScale::Grade(double mean, std::size_t label) const {
  if (steps_.empty()) return static_cast<Real>(mean);
  const Step& step = steps_[label];
  const double share =
      (mean - step.least_mean) / (step.most_mean - step.least_mean);
  // Rounding may carry a mean beyond its ends.
  return static_cast<Real>(step.from +
                           std::clamp(share, 0.0, 1.0) * (step.to - step.from));
}

}  // namespace whylight
