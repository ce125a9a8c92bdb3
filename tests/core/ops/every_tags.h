// All sequences of tags, one by one: what dynamic programmes are compared with.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/math/kernels.h"
#include "core/ops/viterbi.h"
#include "tests/core/random_matrix.h"

namespace whylight {

/// Calls `visit` with each sequence of `length` of `tags` tags, in an order in
/// which the first tags change first.
inline void VisitEveryTags(
    std::size_t length, std::int32_t tags,
    const std::function<void(const std::vector<std::int32_t>&)>& visit) {
  std::vector<std::int32_t> sequence(length);
  while (true) {
    visit(sequence);
    std::size_t t = 0;
    while (t < length && ++sequence[t] == tags) sequence[t++] = 0;
    if (t == length) return;
  }
}

inline MatrixOf<double> RandomScores(Index rows, Index cols,
                                     const std::string& name) {
  return RandomMatrix(rows, cols, name).cast<double>();
}

}  // namespace whylight
