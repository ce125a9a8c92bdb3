#include "core/model/word_batch.h"

#include <algorithm>

namespace whylight {

WordBatch MakeWordBatch(std::span<const WordIds* const> texts) {
  WordBatch batch;
  SequenceBatch& sequences = batch.sequences;
  for (const WordIds* text : texts) {
    batch.words.insert(batch.words.end(), text->begin(), text->end());
    sequences.lengths.push_back(static_cast<Index>(text->size()));
    sequences.max_length =
        std::max(sequences.max_length, sequences.lengths.back());
  }
  std::sort(batch.words.begin(), batch.words.end());
  batch.words.erase(std::unique(batch.words.begin(), batch.words.end()),
                    batch.words.end());

  sequences.rows.assign(
      static_cast<std::size_t>(sequences.max_length) * texts.size(),
      SequenceBatch::kPadding);
  for (std::size_t b = 0; b < texts.size(); ++b) {
    const WordIds& text = *texts[b];
    for (std::size_t t = 0; t < text.size(); ++t) {
      const auto found =
          std::lower_bound(batch.words.begin(), batch.words.end(), text[t]);
      sequences.rows[t * texts.size() + b] =
          static_cast<std::int32_t>(found - batch.words.begin());
    }
  }
  return batch;
}

}  // namespace whylight
