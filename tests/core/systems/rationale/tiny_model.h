// The golden tests' small model.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/systems/rationale/model.h"
#include "tests/core/systems/golden.h"

namespace whylight {

inline ModelFiles TinyFiles() {
  return ReadGoldenModel(std::string(WHYLIGHT_GOLDEN_DIR) + "/tiny");
}

inline RationaleModel TinyModel() {
  return RationaleModel::Load(TinyFiles()).value();
}

inline RationaleModel TinyModelWithPoints(std::vector<OperatingPoint> points) {
  RationaleModel model = TinyModel();
  model.SetPoints(std::move(points));
  return model;
}

}  // namespace whylight
