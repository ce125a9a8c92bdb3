// How much of each word the gates of a recurrence let in, and how far back its
// states reach (Lei17 section 2.5.3, figures 2-8 and 2-9).
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/math/matrix.h"

namespace whylight {

/// One number per word, each from the h units of a layer.
struct GateProfile {
  /// The mean over units of 1 - λ_t, what a word is let in with; for a scalar
  /// gate that of Figure 2-8. In [0, 1].
  std::vector<Real> mean;
  /// The largest 1 - λ_t of any unit. In [0, 1].
  std::vector<Real> max;
  /// The mean over units of the effective memory M_t = 1 + λ_t M_{t-1}, M_0 = 0
  /// (C_1[t] of the recurrence), in words: from 1, all before forgotten, to t,
  /// nothing forgotten. For a constant decay λ it tends to 1 / (1 - λ).
  std::vector<Real> memory;
};

/// The profile of `decays` λ [L x h] of one forward run. kInvalidArgument if h
/// is 0 or a decay is not in [0, 1].
Result<GateProfile> ProfileGates(const Matrix& decays);

}  // namespace whylight
