// What learns word vectors from batches, one after another.
#pragma once

#include <cstddef>

#include "core/math/matrix.h"
#include "core/training/vectors/batch_reader.h"

namespace whylight {

struct LossSum {
  double sum = 0;
  double predictions = 0;  ///< How many it is the loss of.
};

class BatchLearner {
 public:
  virtual ~BatchLearner() = default;

  /// Makes the gradients of a shard of `batch`, one of kShards; several may be
  /// made at once. The loss is that of a sample, which is enough to watch.
  virtual LossSum Differentiate(const Batch& batch, std::size_t shard) = 0;

  /// Moves the parameters that belong to `shard` along the gradients of all
  /// shards, added in a fixed order. Again several may be moved at once.
  virtual void Descend(const Batch& batch, std::size_t shard, double rate) = 0;

  /// One row a word of the vocabulary.
  virtual Matrix TakeVectors() = 0;
};

}  // namespace whylight
