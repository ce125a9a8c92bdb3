#include "core/inference/rcnn_states.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "core/math/fetch_ahead.h"

namespace whylight {

std::uint32_t RcnnStates::TakeSlot(Index width) {
  if (free_.empty()) {
    const std::size_t first = chunks_.size() * kChunkSlots;
    chunks_.emplace_back(static_cast<Index>(kChunkSlots), width);
    for (std::size_t i = kChunkSlots; i-- > 0;) {
      free_.push_back(static_cast<std::uint32_t>(first + i));
    }
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  return slot;
}

RcnnStates::Range RcnnStates::Read(RcnnCell& cell,
                                   std::span<const Real* const> words,
                                   Index same_start, Index same_end) {
  const Index hidden = cell.hidden();
  const Index width = hidden + cell.levels_width();
  const auto length = static_cast<Index>(words.size());
  const Index old_length = size();
  const Index end = length - same_end;

  std::vector<std::uint32_t> read;
  Index t = same_start;
  // Words of the old text from here on stay; `met` once they follow on what
  // has been read.
  Index rest = same_start;
  bool met = t == end && same_start == old_length - same_end;
  // A slot that is not needed is the next to be written, while the cache still
  // has it; and a text of the same length lies where the last one did.
  for (Index i = old_length - same_end; i-- > same_start;) {
    free_.push_back(slots_[static_cast<std::size_t>(i)]);
  }
  for (; !met && t < length; ++t) {
    const std::uint32_t slot = TakeSlot(width);
    std::optional<RcnnCell::Memory<const Real>> before;
    if (t > 0) {
      const Real* const row = Row(
          read.empty() ? slots_[static_cast<std::size_t>(t - 1)] : read.back());
      before = {row, width, row + hidden, width};
    }
    Real* const row = MutableRow(slot);
    // The rows of a text's words lie far apart.
    if (t + 1 < length) {
      FetchAhead(words[static_cast<std::size_t>(t + 1)], cell.word_width());
    }
    cell.Step(1, &words[static_cast<std::size_t>(t)], before,
              {row, width, row + hidden, width});
    read.push_back(slot);
    if (t < end) continue;
    rest = old_length - (length - t);
    const std::uint32_t old = slots_[static_cast<std::size_t>(rest++)];
    met = std::memcmp(row, Row(old),
                      static_cast<std::size_t>(width) * sizeof(Real)) == 0;
    free_.push_back(old);
  }
  if (!met) rest = old_length;

  const std::uint32_t* const old = slots_.data();
  std::vector<std::uint32_t> slots(words.size());
  std::uint32_t* to = std::copy(old, old + same_start, slots.data());
  to = std::copy(read.begin(), read.end(), to);
  std::copy(old + rest, old + old_length, to);
  slots_ = std::move(slots);
  return {same_start, t};
}

}  // namespace whylight
