#include "wasm/bindings/arithmetic.h"

namespace whylight {

WeightMaker ModuleArithmetic() { return MakeIntegerWeight; }

}  // namespace whylight
