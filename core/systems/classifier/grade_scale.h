// The one number that a classifier with grades gives a text, and its label: the
// label, the grade and the curve never contradict each other.
#pragma once

#include <cstddef>
#include <vector>

#include "core/math/matrix.h"

namespace whylight {

/// Reads a text's label and its grade off the probabilities of its labels.
///
/// The mean of the grades, Σ_k grade_k p_k, lies between the grades of two
/// labels, of which the likelier is the text's. The likeliest of all may be far
/// from that: of a text that is either very negative or very positive, little
/// is known. The mean may be nearer to the other grade, above all at the ends,
/// which it hardly ever comes near: it is moved to the half of the way between
/// the two that is the label's.
class GradeScale {
 public:
  /// In any order. If two are equal, or there are none, the likeliest label is
  /// a text's, and the mean its grade.
  explicit GradeScale(std::vector<double> grades);

  struct Reading {
    std::size_t label;
    Real grade;  ///< 0 without grades.
  };
  Reading Read(const std::vector<double>& probabilities) const;

 private:
  std::vector<double> grades_;
  std::vector<std::size_t> rising_;  // Labels by their grade; or none.
};

}  // namespace whylight
