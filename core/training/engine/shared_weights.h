// Packed weights that the shards of a batch share.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "core/graph/weight_cache.h"

namespace whylight {

/// For any number of threads. Empty it whenever parameters have changed.
class SharedWeights final : public WeightCache {
 public:
  /// The first that asks packs; others that ask meanwhile wait for it.
  PackedWeight Packed(const ConstMatrixView& weight, bool transposed) override;

  /// Not while others ask.
  void Clear() { entries_.clear(); }

 private:
  struct Entry {
    std::once_flag packed;
    PackedWeight weight;
  };

  std::mutex mutex_;
  std::map<std::pair<const Real*, bool>, std::unique_ptr<Entry>> entries_;
};

}  // namespace whylight
