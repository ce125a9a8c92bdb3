// The one number that a classifier with grades gives a text, and the label that
// follows from it: a label, its grade and the curve never contradict each
// other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/math/matrix.h"

namespace whylight {

/// Turns the mean of the grades by their probabilities, Σ_k grade_k p_k, into a
/// number whose nearest grade is the text's label.
///
/// A mean hardly ever comes near the grades at the ends: a text that is very
/// negative by 60 % has a mean of about -1.4 and would be called negative. So
/// the scale has a cut between any two labels, chosen on texts whose labels are
/// known, and runs in straight lines from the lowest grade through the middle
/// between two grades at each cut to the highest.
class GradeScale {
 public:
  /// `grades` ascend; `cuts` do too, between the lowest and the highest grade,
  /// and are one fewer. Without cuts nothing is changed.
  GradeScale(std::vector<double> grades, std::vector<double> cuts);

  /// Why they make no scale, or nothing.
  static std::string FindProblem(const std::vector<double>& grades,
                                 const std::vector<double>& cuts);

  Real Calibrate(Real mean) const;
  /// The label whose grade is nearest to a calibrated number.
  std::size_t Label(Real calibrated) const;

 private:
  std::vector<double> grades_;
  std::vector<double> from_;  // The ends and the cuts,
  std::vector<double> to_;    // and what becomes of them.
};

/// The cuts that give most texts, of these mean grades, the label they have; of
/// equally good ones those nearest to the middles between grades. `grades`
/// ascend, and there are at least two.
std::vector<double> FitCuts(const std::vector<double>& means,
                            const std::vector<std::int32_t>& labels,
                            const std::vector<double>& grades);

}  // namespace whylight
