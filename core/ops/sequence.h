// A batch of sequences over rows of a table.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "core/math/matrix.h"

namespace whylight {

/// `batch` sequences, time-major: word t of sequence b is row
/// `rows[t * batch + b]` of a table of distinct words, or kPadding past the
/// end of a shorter sequence. At padding a recurrence carries its state.
struct SequenceBatch {
  static constexpr std::int32_t kPadding = -1;

  std::vector<Index> lengths;  ///< One a sequence.
  Index max_length = 0;
  std::vector<std::int32_t> rows;  ///< [max_length * batch].

  Index batch() const { return static_cast<Index>(lengths.size()); }
  std::int32_t row(Index t, Index b) const {
    return rows[static_cast<std::size_t>(t * batch() + b)];
  }
};

/// `batch` sequences of equal length over a table with a row per position: word
/// t of sequence b is row t · batch + b.
inline SequenceBatch EveryRowAWord(Index length, Index batch) {
  SequenceBatch sequences;
  sequences.lengths.assign(static_cast<std::size_t>(batch), length);
  sequences.max_length = length;
  sequences.rows.resize(static_cast<std::size_t>(length * batch));
  std::iota(sequences.rows.begin(), sequences.rows.end(), 0);
  return sequences;
}

}  // namespace whylight
