// An activation as a line through the point a run went through, and what the
// line leaves out.
#pragma once

#include "core/math/matrix.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

/// The slope r of `activation` g at each of the pre-activations s, any shape:
/// identity 1, ReLU 1[s > 0], tanh its tangent, 1 - tanh(s)^2.
///
/// A logit v · g(s) is then the linear functional v ⊙ r of s and a residual.
Matrix ActivationSlopes(Activation activation, const Matrix& pre_activations);

/// The part of a logit with weights v that the slopes r leave out: the sum of
/// v (g(s) - r s) over all elements. Exactly 0 for the identity and for ReLU,
/// which are lines through the origin on either side; tanh has its curvature
/// here. `weights` has the shape of `pre_activations`.
double ActivationResidual(Activation activation, const Matrix& pre_activations,
                          const Matrix& weights);

/// The same column by column: [1 x h].
Eigen::RowVectorXd ActivationResiduals(Activation activation,
                                       const Matrix& pre_activations,
                                       const Matrix& weights);

/// How a logit is made up, so that an explanation hides nothing:
/// logit = ngrams + bias + residual, apart from `error`.
struct Completeness {
  double logit;     ///< What the model said.
  double ngrams;    ///< The contributions of all n-grams.
  double bias;      ///< What biases give, whatever the words.
  double residual;  ///< What the line instead of the activation leaves out.

  /// |logit - (ngrams + bias + residual)|: rounding, or a mistake.
  double error() const;
};

}  // namespace whylight
