// The systems that a module is linked with, which wasm/CMakeLists.txt names.
#pragma once

#include "core/model/system.h"

namespace whylight {

Systems ModuleSystems();

}  // namespace whylight
