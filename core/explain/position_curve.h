// A classifier's answer at every word, as a curve over the text (Lei17 figure
// 2-4, Lei15 section 7.3).
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/math/matrix.h"

namespace whylight {

struct PositionCurve {
  Matrix logits;         ///< [L x classes], of the head on each word's states.
  Matrix probabilities;  ///< [L x classes], the softmax of each row.
  /// [L], the expected class value Σ_s s p_t(s) at each word, within the least
  /// and the largest class value.
  std::vector<Real> curve;
  /// [1 x classes]. The logits of the whole text if the head reads the mean of
  /// the states, as a linear layer of a mean is the mean of the linear layer:
  /// then the curve takes the prediction apart.
  RowVector mean_logits;
};

/// The curve of `states` [L x H], those of all layers side by side, under the
/// head `weights` [H x classes] and `bias` [1 x classes], where class k stands
/// for the number `class_values[k]` (-2..2 for five grades of sentiment).
/// kInvalidArgument if the shapes do not fit, or there is no word or no class.
Result<PositionCurve> TracePositions(const Matrix& states,
                                     const Matrix& weights,
                                     const RowVector& bias,
                                     const std::vector<Real>& class_values);

}  // namespace whylight
