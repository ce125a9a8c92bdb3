// The one number that a classifier with grades gives a text: its label, its
// grade and the curve never contradict each other.
#pragma once

#include <cstddef>
#include <vector>

#include "core/math/matrix.h"

namespace whylight {

/// Turns the mean of the grades by their probabilities, Σ_k grade_k p_k, into a
/// number whose nearest grade is that of the likeliest label.
///
/// The mean alone is often nearer to another. It hardly ever comes near the
/// grades at the ends: a text that is very negative by 60 % has a mean of about
/// -1.4 and would be called negative. And a text that is either negative or
/// positive would be called neutral. So each label has the numbers that are
/// nearest to its grade, and the means that a text can have of which it is the
/// likeliest label are spread over them evenly.
class GradeScale {
 public:
  /// In any order. If two are equal, or there is only one, means stay as they
  /// are.
  explicit GradeScale(const std::vector<double>& grades);

  /// The grade of a text of that mean, of which `label` is the likeliest.
  Real Grade(double mean, std::size_t label) const;

 private:
  // A label's means and its numbers.
  struct Step {
    double least_mean;
    double most_mean;
    double from;
    double to;
  };
  std::vector<Step> steps_;  // By label, or none.
};

}  // namespace whylight
