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

WordProjections::WordProjections(std::unique_ptr<const std::string> file,
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
  while (slots.size() < count && word_of_slot_.size() < max_slots_) {
    slots.push_back(word_of_slot_.size());
    if (slots.back() % kChunkRows == 0) {
      chunks_.emplace_back(static_cast<Index>(kChunkRows), width());
    }
    word_of_slot_.push_back(kNone);
    used_at_.push_back(call_);
  }
  if (slots.size() == count) return slots;

  std::vector<std::size_t> idle;
  for (std::size_t slot = 0; slot < word_of_slot_.size(); ++slot) {
    if (used_at_[slot] != call_) idle.push_back(slot);
  }
  const std::size_t given_up = std::min(count - slots.size(), idle.size());
  const auto more_frequent = [this](std::size_t a, std::size_t b) {
    return word_of_slot_[a] < word_of_slot_[b];
  };
  std::make_heap(idle.begin(), idle.end(), more_frequent);
  for (std::size_t i = 0; i < given_up; ++i) {
    const std::size_t slot = idle.front();
    std::pop_heap(idle.begin(), idle.end(), more_frequent);
    idle.pop_back();
    slot_of_word_[Place(word_of_slot_[slot])] = kNone;
    used_at_[slot] = call_;
    slots.push_back(slot);
  }
  return slots;
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
        word_of_slot_[slots[i]] = missing[i];
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
