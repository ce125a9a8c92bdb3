#include "core/training/baselines/ngram_table.h"

#include <algorithm>

namespace whylight {

NgramTable::NgramTable(const std::vector<WordIds>& texts, int order)
    : order_(order) {
  for (const WordIds& text : texts) {
    Add(text);
    for (const std::int32_t ngram : Find(text)) {
      ++ngrams_[static_cast<std::size_t>(ngram)].texts;
    }
  }
}

void NgramTable::Add(const WordIds& text) {
  for (std::size_t start = 0; start < text.size(); ++start) {
    std::int32_t ngram = -1;
    for (int n = 1; n <= order_; ++n) {
      const std::size_t at = start + static_cast<std::size_t>(n) - 1;
      if (at == text.size() || text[at] < 0) break;
      const auto [entry, is_new] = ids_.try_emplace(
          Key(ngram, text[at]), static_cast<std::int32_t>(ngrams_.size()));
      if (is_new) ngrams_.push_back({ngram, text[at], n, 0});
      ngram = entry->second;
    }
  }
}

std::int32_t NgramTable::FindOne(std::span<const std::int32_t> words) const {
  std::int32_t ngram = -1;
  for (const std::int32_t word : words) {
    const auto entry = word < 0 ? ids_.end() : ids_.find(Key(ngram, word));
    if (entry == ids_.end()) return -1;
    ngram = entry->second;
  }
  return ngram;
}

NgramIds NgramTable::Find(const WordIds& text) const {
  NgramIds found;
  for (std::size_t start = 0; start < text.size(); ++start) {
    std::int32_t ngram = -1;
    for (int n = 1; n <= order_; ++n) {
      const std::size_t at = start + static_cast<std::size_t>(n) - 1;
      if (at == text.size() || text[at] < 0) break;
      const auto entry = ids_.find(Key(ngram, text[at]));
      if (entry == ids_.end()) break;
      ngram = entry->second;
      found.push_back(ngram);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::string NgramTable::Text(std::int32_t ngram,
                             const Vocabulary& vocabulary) const {
  const Ngram& own = At(ngram);
  std::string text;
  if (own.before >= 0) text = Text(own.before, vocabulary) + " ";
  return text.append(vocabulary.word(static_cast<std::size_t>(own.last)));
}

}  // namespace whylight
