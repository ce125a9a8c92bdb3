// The non-linearities that layers offer.
#pragma once

namespace whylight {

enum class Activation { kTanh, kRelu, kIdentity };

}  // namespace whylight
