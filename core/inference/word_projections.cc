#include "core/inference/word_projections.h"

#include <algorithm>
#include <utility>

namespace whylight {
namespace {

// Words projected at once, which bounds what is needed beside the rows.
constexpr std::size_t kProjectedWords = 256;

std::size_t Place(std::int32_t word) {
  return static_cast<std::size_t>(word + 1);
}

}  // namespace

WordProjections::WordProjections(std::shared_ptr<const std::string> file,
                                 StoredMatrix vectors, Projection projection,
                                 std::size_t max_bytes)
    : file_(std::move(file)),
      vectors_(vectors),
      projection_(std::move(projection)),
      max_slots_(std::min(
          max_bytes / (sizeof(Real) *
                       static_cast<std::size_t>(projection_.bias.size())),
          static_cast<std::size_t>(vectors_.rows()) + 1)),
      slot_of_word_(static_cast<std::size_t>(vectors_.rows()) + 1, kNone) {}

void WordProjections::Project(std::span<const std::int32_t> words,
                              Matrix* rows) {
  const auto count = static_cast<Index>(words.size());
  Matrix vectors(count, vectors_.cols());
  for (Index i = 0; i < count; ++i) {
    const std::int32_t word = words[static_cast<std::size_t>(i)];
    if (word < 0) {
      std::fill_n(&vectors(i, 0), vectors.cols(), Real{0});
    } else {
      vectors_.ExpandRow(word, &vectors(i, 0));
    }
  }
  rows->resize(count, width());
  projection_.weight->Multiply(vectors, projection_.bias.data(), *rows);
  for (Index i = 0; i < count; ++i) {
    for (const Projection::Columns& columns : projection_.sigmoids) {
      Real* const numbers = &(*rows)(i, columns.first);
      Sigmoid(numbers, numbers, columns.count);
    }
  }
}

std::vector<std::size_t> WordProjections::MakeRoom(std::size_t count) {
  std::vector<std::size_t> slots;
  while (slots.size() < count && used_at_.size() < max_slots_) {
    slots.push_back(used_at_.size());
    if (slots.back() % kChunkRows == 0) {
      chunks_.emplace_back(static_cast<Index>(kChunkRows), width());
    }
    used_at_.push_back(call_);
  }

  std::vector<std::int32_t> in_use;
  while (slots.size() < count && !kept_.empty()) {
    std::pop_heap(kept_.begin(), kept_.end());
    const std::int32_t rarest = kept_.back();
    kept_.pop_back();
    std::int32_t& slot = slot_of_word_[Place(rarest)];
    std::uint32_t& used_at = used_at_[static_cast<std::size_t>(slot)];
    if (used_at == call_) {
      in_use.push_back(rarest);
      continue;
    }
    used_at = call_;
    slots.push_back(static_cast<std::size_t>(slot));
    slot = kNone;
  }
  for (const std::int32_t word : in_use) Keep(word);
  return slots;
}

void WordProjections::Keep(std::int32_t word) {
  kept_.push_back(word);
  std::push_heap(kept_.begin(), kept_.end());
}

std::vector<const Real*> WordProjections::Find(
    std::span<const std::int32_t> words) {
  ++call_;
  std::vector<std::int32_t> missing;
  for (const std::int32_t word : words) {
    std::int32_t& slot = slot_of_word_[Place(word)];
    if (slot >= 0) {
      used_at_[static_cast<std::size_t>(slot)] = call_;
    } else if (slot == kNone) {
      slot = kMissing;
      missing.push_back(word);
    }
  }
  const std::vector<std::size_t> slots = MakeRoom(missing.size());
  overflow_.resize(static_cast<Index>(missing.size() - slots.size()), width());
  Matrix projected;
  for (std::size_t start = 0; start < missing.size();
       start += kProjectedWords) {
    const std::size_t count = std::min(kProjectedWords, missing.size() - start);
    Project({missing.data() + start, count}, &projected);
    for (std::size_t i = start; i < start + count; ++i) {
      const Real* const row = &projected(static_cast<Index>(i - start), 0);
      std::int32_t& slot = slot_of_word_[Place(missing[i])];
      if (i < slots.size()) {
        slot = static_cast<std::int32_t>(slots[i]);
        Keep(missing[i]);
        std::copy_n(row, width(), Slot(slots[i]));
      } else {
        // The same table says where, until all rows are found.
        slot = kMissing - static_cast<std::int32_t>(i - slots.size());
        std::copy_n(row, width(),
                    &overflow_(static_cast<Index>(i - slots.size()), 0));
      }
    }
  }

  std::vector<const Real*> rows;
  rows.reserve(words.size());
  for (const std::int32_t word : words) {
    const std::int32_t slot = slot_of_word_[Place(word)];
    rows.push_back(slot >= 0 ? Slot(static_cast<std::size_t>(slot))
                             : &overflow_(kMissing - slot, 0));
  }
  for (std::size_t i = slots.size(); i < missing.size(); ++i) {
    slot_of_word_[Place(missing[i])] = kNone;
  }
  return rows;
}

}  // namespace whylight
