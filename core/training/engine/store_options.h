// The numbers in which a trained model is saved.
#pragma once

#include "core/format/fields_fwd.h"
#include "core/format/quantise.h"

namespace whylight {

struct StoreOptions {
  Dtype vectors = Dtype::kI8;   ///< Word vectors.
  Dtype network = Dtype::kF16;  ///< Every other tensor.
};

/// Their fields.
const Fields<StoreOptions>& StoreFields();

}  // namespace whylight
