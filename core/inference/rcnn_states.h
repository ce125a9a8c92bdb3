// The states of a recurrent convolution along a text that is being edited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/inference/rcnn_cell.h"
#include "core/math/matrix.h"

namespace whylight {

/// One direction's memory after every word of the last text it read. The next
/// text is read from its first word that is not the old one's; as soon as the
/// memory at a word both texts end on is the old one's to the bit, all that
/// follows is, too, and reading stops. So the states are those of a full run.
class RcnnStates {
 public:
  /// Words [from, to), in the order of reading.
  struct Range {
    Index from;
    Index to;
  };

  /// Reads `words`, the first `same_start` and the last `same_end` of which the
  /// last text had, too, at its start and its end; both together are at most
  /// as many as either text has. Returns whose states are not those that stood
  /// there.
  Range Read(RcnnCell& cell, std::span<const Real* const> words,
             Index same_start, Index same_end);

  Index size() const { return static_cast<Index>(slots_.size()); }
  /// h after word `t`, in the order of reading.
  const Real* state(Index t) const {
    return Row(slots_[static_cast<std::size_t>(t)]);
  }

  /// Forgets the text, and gives its memory back.
  void Clear() { *this = RcnnStates(); }

 private:
  // A slot holds h, then c_1..c_n of a word. It stays where it is while words
  // come and go before it.
  static constexpr std::size_t kChunkSlots = 64;
  const Real* Row(std::uint32_t slot) const {
    return &chunks_[slot / kChunkSlots](static_cast<Index>(slot % kChunkSlots),
                                        0);
  }
  Real* MutableRow(std::uint32_t slot) {
    return &chunks_[slot / kChunkSlots](static_cast<Index>(slot % kChunkSlots),
                                        0);
  }
  std::uint32_t TakeSlot(Index width);

  std::vector<std::uint32_t> slots_;  // One a word.
  std::vector<std::uint32_t> free_;
  std::vector<Matrix> chunks_;
};

}  // namespace whylight
