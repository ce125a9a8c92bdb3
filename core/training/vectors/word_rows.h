// A matrix with a row a word of which each batch changes a few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/math/matrix.h"
#include "core/training/vectors/batch_reader.h"

namespace whylight {

/// What gradients are multiplied by whose sum has so many terms of a batch.
/// One of more terms than some moves as if it had been in those alone: that
/// many stale gradients in a sum still shrink the loss.
double ShareOfTerms(double terms);

/// The rows, and their gradients in one batch.
class WordRows {
 public:
  /// Zeros. `slots` is how many rows a group uses at most.
  WordRows(std::size_t rows, int dimension, std::size_t slots);

  /// Draws each number of the first `rows` rows from [-1/2d, 1/2d).
  void Initialise(std::size_t rows, std::uint64_t seed);

  /// Filled up with zeros to whole vectors of the widest processors.
  const Matrix& parameters() const { return parameters_; }

  /// The first `rows` rows, as wide as they are to be.
  Matrix Take(std::size_t rows) const;

  void Gather(const std::vector<RowUse>& uses, Matrix& rows) const;

  /// A group belongs to one shard, so shards may fill theirs at once.
  Matrix::RowsBlockXpr Gradients(std::size_t group, Index count) {
    return gradients_.middleRows(static_cast<Index>(group * slots_), count);
  }

  /// Moves the rows that belong to `shard` along their gradients, which are
  /// added up in the order of their slots.
  void Descend(const RowChains& chains, std::size_t shard, double rate);

 private:
  const Index dimension_;
  const std::size_t slots_;  // a group
  Matrix parameters_;
  Matrix gradients_;
};

}  // namespace whylight
