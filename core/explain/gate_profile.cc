#include "core/explain/gate_profile.h"

namespace whylight {

Result<GateProfile> ProfileGates(const Matrix& decays) {
  if (decays.cols() == 0 ||
      !((decays.array() >= 0) && (decays.array() <= 1)).all()) {
    return Error{ErrorCode::kInvalidArgument,
                 "decays: expected numbers in [0, 1] of at least one unit."};
  }
  GateProfile profile;
  RowVector memory = RowVector::Zero(decays.cols());
  for (Index t = 0; t < decays.rows(); ++t) {
    const auto decay = decays.row(t).array();
    memory = 1 + decay * memory.array();
    profile.mean.push_back((1 - decay).mean());
    profile.max.push_back(1 - decay.minCoeff());
    profile.memory.push_back(memory.mean());
  }
  return profile;
}

}  // namespace whylight
