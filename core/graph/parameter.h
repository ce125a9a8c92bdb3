// A parameter: a named matrix that training changes.
#pragma once

#include <string>

#include "core/math/matrix.h"

namespace whylight {

struct Parameter {
  std::string name;  ///< Its tensor's name in model.safetensors.
  Matrix value;
};

}  // namespace whylight
