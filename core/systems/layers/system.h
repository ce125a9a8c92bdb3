// The system "layers": single layers, applied to tensors of one's own. There is
// nothing to train or to load.
#pragma once

#include "core/model/system.h"

namespace whylight {

const System& LayersSystem();

}  // namespace whylight
