// What the products of a module are computed in: a source for each, of which a
// module is linked with one.
#pragma once

#include "core/inference/weight.h"

namespace whylight {

WeightMaker ModuleArithmetic();

}  // namespace whylight
