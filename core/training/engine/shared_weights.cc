#include "core/training/engine/shared_weights.h"

namespace whylight {

PackedWeight SharedWeights::Packed(const ConstMatrixView& weight,
                                   bool transposed) {
  Entry* entry = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    entry = &entries_[{weight.data(), transposed}];
  }
  const std::scoped_lock lock(entry->mutex);
  if (!entry->packed) {
    if (transposed) {
      entry->weight->PackTransposed(weight);
    } else {
      entry->weight->Pack(weight);
    }
    entry->packed = true;
  }
  return entry->weight;
}

}  // namespace whylight
