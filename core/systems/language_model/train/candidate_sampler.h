// Words that every next word of a batch is compared with, in place of all
// (Jean et al. 2015).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/math/matrix.h"

namespace whylight {

/// Draws words by their counts to the power of 3/4, as word vectors do.
class CandidateSampler {
 public:
  /// `counts` of each word; words of count 0 are never drawn.
  explicit CandidateSampler(const std::vector<std::uint64_t>& counts);

  /// The distinct words among `draws`, ascending.
  std::vector<std::int32_t> Draw(std::size_t draws,
                                 const CounterRandom& random) const;

  /// The logarithm of the probability that `word` is among so many draws.
  Real LogExpected(std::int32_t word, std::size_t draws) const;

 private:
  std::vector<double> until_;  // The sum of all weights up to each word's.
};

}  // namespace whylight
