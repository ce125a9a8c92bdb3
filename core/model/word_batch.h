// Texts as a recurrence reads them: their distinct words, and the order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ops/sequence.h"

namespace whylight {

/// The id of a word that is not in the vocabulary; its vector is zero.
inline constexpr std::int32_t kUnknownWord = -1;

struct WordBatch {
  std::vector<std::int32_t> words;  ///< Distinct ids, ascending.
  SequenceBatch sequences;          ///< Rows of `words`.
};

using WordIds = std::vector<std::int32_t>;

/// One sequence a text, in the given order.
WordBatch MakeWordBatch(std::span<const WordIds* const> texts);

}  // namespace whylight
