#include "core/training/engine/shared_weights.h"

namespace whylight {

PackedWeight SharedWeights::Packed(const ConstMatrixView& weight,
                                   bool transposed) {
  Entry* entry = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    std::unique_ptr<Entry>& found = entries_[{weight.data(), transposed}];
    if (found == nullptr) found = std::make_unique<Entry>();
    entry = found.get();
  }
  std::call_once(entry->packed,
                 [&] { entry->weight = PackWeight(weight, transposed); });
  return entry->weight;
}

}  // namespace whylight
