#include "core/train/vectors/corpus.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/text/tokenizer.h"

namespace whylight {

void CorpusBuilder::Add(std::string_view text) {
  for (Token& token : Tokenize(text)) {
    const auto [entry, is_new] = rows_.try_emplace(
        std::move(token.text), static_cast<std::uint32_t>(counts_.size()));
    if (is_new) counts_.push_back(0);
    ++counts_[entry->second];
    words_.push_back(entry->second);
  }
  starts_.push_back(words_.size());
}

Result<Corpus> CorpusBuilder::Build(std::uint64_t min_count,
                                    std::size_t max_words) {
  struct Entry {
    std::string word;
    std::uint32_t row;
    std::uint64_t count;
  };
  std::vector<Entry> entries;
  for (const auto& [word, row] : rows_) {
    if (counts_[row] >= min_count) entries.push_back({word, row, counts_[row]});
  }
  if (entries.empty()) {
    return Error{ErrorCode::kBadData,
                 "expected words that occur at least " +
                     std::to_string(min_count) + " times, found none among " +
                     std::to_string(words_.size()) + " words"};
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.count != b.count ? a.count > b.count : a.word < b.word;
  });
  if (max_words > 0 && entries.size() > max_words) entries.resize(max_words);

  constexpr std::uint32_t kLeftOut = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> new_rows(counts_.size(), kLeftOut);
  std::vector<std::string> words;
  std::vector<std::uint64_t> counts;
  for (Entry& entry : entries) {
    new_rows[entry.row] = static_cast<std::uint32_t>(words.size());
    words.push_back(std::move(entry.word));
    counts.push_back(entry.count);
  }
  Result<Vocabulary> vocabulary = Vocabulary::FromWords(std::move(words));
  if (!vocabulary.ok()) return vocabulary.error();

  // Renumbers in place: the words that stay never move to the right.
  std::size_t kept = 0;
  for (std::size_t document = 0; document + 1 < starts_.size(); ++document) {
    const std::size_t start = std::exchange(starts_[document], kept);
    for (std::size_t i = start; i < starts_[document + 1]; ++i) {
      const std::uint32_t row = new_rows[words_[i]];
      if (row != kLeftOut) words_[kept++] = row;
    }
  }
  starts_.back() = kept;
  words_.resize(kept);
  Corpus corpus{std::move(vocabulary).value(), std::move(counts),
                std::move(words_), std::move(starts_)};
  *this = CorpusBuilder();
  return corpus;
}

}  // namespace whylight
