// The Kumaraswamy distribution stretched to (-0.1, 1.1) and clipped to [0, 1]:
// HardKuma (Bastings, Aziz and Titov 2019, section 3).
#pragma once

#include "core/math/matrix.h"

namespace whylight {

/// The shapes a, b > 0 of one variate, from two numbers of any size: softplus,
/// kept within what can be computed with.
struct KumaShape {
  KumaShape(Real number_a, Real number_b);
  Real a;
  Real b;
};

/// d shape / d number.
Real KumaSlope(Real number);

/// log P(z > 0), and its derivatives by a and b.
Real LogPresence(const KumaShape& shape);
struct KumaGradient {
  Real by_a;
  Real by_b;
};
KumaGradient LogPresenceGradient(const KumaShape& shape);

/// The variate before it is clipped that `uniform`, in (0, 1), stands for, by
/// the inverse of the distribution, and its derivatives.
struct StretchedKuma {
  Real value;
  KumaGradient gradient;
};
StretchedKuma StretchKuma(const KumaShape& shape, Real uniform);

}  // namespace whylight
