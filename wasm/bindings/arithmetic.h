// The numbers in which a module computes its products: a source for each, of
// which a module is linked with one.
#pragma once

#include "core/inference/weight.h"

namespace whylight {

WeightMaker ModuleArithmetic();

}  // namespace whylight
