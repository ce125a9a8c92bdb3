#include "core/training/vectors/corpus.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/text/tokenizer.h"

namespace whylight {

void CorpusBuilder::Add(std::string_view text) {
  for (const Token& token : Tokenize(text)) {
    const auto [entry, is_new] = rows_.try_emplace(
        token.text, static_cast<std::uint32_t>(text_.words.size()));
    if (is_new) {
      text_.words.push_back(token.text);
      text_.counts.push_back(0);
    }
    ++text_.counts[entry->second];
    text_.text.push_back(entry->second);
  }
  text_.starts.push_back(text_.text.size());
}

void CorpusBuilder::JoinPhrases(const PhraseOptions& options) {
  const std::size_t words = text_.words.size();
  whylight::JoinPhrases(options, text_);
  for (std::size_t i = words; i < text_.words.size(); ++i) {
    rows_.emplace(text_.words[i], static_cast<std::uint32_t>(i));
  }
}

Result<Corpus> CorpusBuilder::Build(std::uint64_t min_count,
                                    std::size_t max_words) {
  struct Entry {
    std::string word;
    std::size_t row;
    std::uint64_t count;
  };
  std::vector<Entry> entries;
  for (std::size_t row = 0; row < text_.words.size(); ++row) {
    if (text_.counts[row] >= min_count && text_.counts[row] > 0) {
      entries.push_back({text_.words[row], row, text_.counts[row]});
    }
  }
  if (entries.empty()) {
    return Error{ErrorCode::kBadData,
                 "expected words that occur at least " +
                     std::to_string(min_count) + " times, found none among " +
                     std::to_string(text_.text.size()) + " words"};
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.count != b.count ? a.count > b.count : a.word < b.word;
  });
  if (max_words > 0 && entries.size() > max_words) entries.resize(max_words);

  constexpr std::uint32_t kLeftOut = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> new_rows(text_.words.size(), kLeftOut);
  std::vector<std::string> words;
  std::vector<std::uint64_t> counts;
  for (Entry& entry : entries) {
    new_rows[entry.row] = static_cast<std::uint32_t>(words.size());
    words.push_back(std::move(entry.word));
    counts.push_back(entry.count);
  }
  Result<Vocabulary> vocabulary = Vocabulary::FromWords(words);
  if (!vocabulary.ok()) return vocabulary.error();

  // Renumbers in place: the words that stay never move to the right.
  std::size_t kept = 0;
  for (std::size_t document = 0; document + 1 < text_.starts.size();
       ++document) {
    const std::size_t start = std::exchange(text_.starts[document], kept);
    for (std::size_t i = start; i < text_.starts[document + 1]; ++i) {
      const std::uint32_t row = new_rows[text_.text[i]];
      if (row != kLeftOut) text_.text[kept++] = row;
    }
  }
  text_.starts.back() = kept;
  text_.text.resize(kept);
  Corpus corpus{std::move(vocabulary).value(), std::move(counts),
                std::move(text_.text), std::move(text_.starts)};
  *this = CorpusBuilder();
  return corpus;
}

}  // namespace whylight
