#include "wasm/bindings/arithmetic.h"

namespace whylight {

WeightMaker ModuleArithmetic() { return MakeFloatWeight; }

}  // namespace whylight
