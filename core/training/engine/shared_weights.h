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

  /// Forgets what was packed, keeps the memory. Not while others ask, nor while
  /// anyone has what they asked for.
  void Clear() {
    for (auto& [key, entry] : entries_) entry.packed = false;
  }

 private:
  struct Entry {
    std::mutex mutex;
    bool packed = false;
    std::shared_ptr<PackedMatrix<Real>> weight =
        std::make_shared<PackedMatrix<Real>>();
  };

  std::mutex mutex_;
  std::map<std::pair<const Real*, bool>, Entry> entries_;
};

}  // namespace whylight
