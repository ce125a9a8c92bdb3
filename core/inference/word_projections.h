// The input of a model's first layers for a word, computed once per word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/format/quantise.h"
#include "core/inference/weight.h"
#include "core/math/matrix.h"

namespace whylight {

/// A linear map of word vectors, with a sigmoid over some columns of what it
/// gives.
struct Projection {
  std::unique_ptr<Weight> weight;  ///< [d x w]
  RowVector bias;                  ///< [w]
  struct Columns {
    Index first;
    Index count;
  };
  std::vector<Columns> sigmoids;
};

/// The vectors are frozen, so a word's projection depends on the word alone:
/// each distinct word of a text is projected once, and rows are kept for the
/// texts to come. When memory is full the rarest words that the text at hand
/// does not need make room; words are numbered by their frequency, the most
/// frequent first. What is kept changes no number.
class WordProjections {
 public:
  /// `vectors` points into `file`, which is kept. At most `max_bytes` are kept
  /// in rows.
  WordProjections(std::shared_ptr<const std::string> file, StoredMatrix vectors,
                  Projection projection, std::size_t max_bytes);

  /// The row of each of `words`, in order; below zero is an unknown word, whose
  /// vector is zero. They stay where they are until the next call.
  std::vector<const Real*> Find(std::span<const std::int32_t> words);

  /// Numbers in a row.
  Index width() const { return projection_.bias.size(); }

 private:
  Real* Slot(std::size_t slot) {
    return &chunks_[slot / kChunkRows](static_cast<Index>(slot % kChunkRows),
                                       0);
  }
  // Room for `count` words more, the rarest of those not in use given up.
  // Fewer if there is not enough.
  std::vector<std::size_t> MakeRoom(std::size_t count);
  void Keep(std::int32_t word);
  void Project(std::span<const std::int32_t> words, Matrix* rows);

  std::shared_ptr<const std::string> file_;
  StoredMatrix vectors_;
  Projection projection_;
  std::size_t max_slots_;

  static constexpr std::int32_t kNone = -1;
  static constexpr std::int32_t kMissing = -2;
  // By the word's number + 1: unknown words have a row, too.
  std::vector<std::int32_t> slot_of_word_;
  // The words that have a slot, as a heap, the rarest first: what makes room is
  // found without a look at all the others.
  std::vector<std::int32_t> kept_;
  std::vector<std::uint32_t> used_at_;  // The call that last asked for a slot.
  std::uint32_t call_ = 0;
  // Rows that never move, so that to grow takes no second copy.
  static constexpr std::size_t kChunkRows = 64;
  std::vector<Matrix> chunks_;
  Matrix overflow_;  // Rows of the last call that did not fit.
};

}  // namespace whylight
