// Made-up inputs for tests.
#pragma once

#include <string>

#include "core/layers/initialise.h"
#include "core/ops/sequence.h"

namespace whylight {

/// Uniform in (-1, 1); another `name`, other numbers.
inline Matrix RandomMatrix(Index rows, Index cols, const std::string& name) {
  return UniformMatrix(rows, cols, 1.0, 7, name);
}

/// Sequences of the given rows, time-major and padded.
inline SequenceBatch MakeSequences(
    const std::vector<std::vector<std::int32_t>>& sequences) {
  SequenceBatch batch;
  for (const auto& sequence : sequences) {
    batch.lengths.push_back(static_cast<Index>(sequence.size()));
    batch.max_length = std::max(batch.max_length, batch.lengths.back());
  }
  batch.rows.assign(static_cast<std::size_t>(batch.max_length * batch.batch()),
                    SequenceBatch::kPadding);
  for (std::size_t b = 0; b < sequences.size(); ++b) {
    for (std::size_t t = 0; t < sequences[b].size(); ++t) {
      batch.rows[t * sequences.size() + b] = sequences[b][t];
    }
  }
  return batch;
}

}  // namespace whylight
