#include "core/training/vectors/corpus.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/text/tokenizer.h"
#include "core/training/vectors/dependency_contexts.h"

namespace whylight {
namespace {

constexpr std::uint32_t kLeftOut = std::numeric_limits<std::uint32_t>::max();

struct Entry {
  std::string word;
  std::uint32_t row;
  std::uint64_t count;
};

// By falling count, ties by word.
void SortByCount(std::vector<Entry>& entries) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.count != b.count ? a.count > b.count : a.word < b.word;
  });
}

}  // namespace

void CorpusBuilder::Add(std::string_view text) {
  for (const Token& token : Tokenize(text)) AddWord(token.text);
  text_.starts.push_back(text_.text.size());
}

void CorpusBuilder::AddParsed(const TokenTree& sentence, bool collapse) {
  std::vector<std::uint32_t> words;
  for (const Token& token : sentence.tokens) {
    words.push_back(AddWord(token.text));
  }
  text_.starts.push_back(text_.text.size());
  for (const std::vector<DependencyContext>& contexts :
       DependencyContexts(sentence, collapse)) {
    for (const DependencyContext& context : contexts) {
      std::string name =
          sentence.tokens[context.token].text + "/" + context.relation;
      const auto [entry, is_new] = context_numbers_.try_emplace(
          name, static_cast<std::uint32_t>(contexts_.size()));
      if (is_new) contexts_.push_back({std::move(name), words[context.token]});
      context_list_.push_back(entry->second);
    }
    context_starts_.push_back(context_list_.size());
  }
}

std::uint32_t CorpusBuilder::AddWord(const std::string& word) {
  const auto [entry, is_new] =
      rows_.try_emplace(word, static_cast<std::uint32_t>(text_.words.size()));
  if (is_new) {
    text_.words.push_back(word);
    text_.counts.push_back(0);
  }
  ++text_.counts[entry->second];
  text_.text.push_back(entry->second);
  return entry->second;
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
  std::vector<Entry> entries;
  for (std::uint32_t row = 0; row < text_.words.size(); ++row) {
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
  SortByCount(entries);
  if (max_words > 0 && entries.size() > max_words) entries.resize(max_words);

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

  Result<ContextLists> contexts = BuildContexts(new_rows, min_count);
  if (!contexts.ok()) return contexts.error();

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
                std::move(text_.text), std::move(text_.starts),
                std::move(contexts).value()};
  *this = CorpusBuilder();
  return corpus;
}

Result<ContextLists> CorpusBuilder::BuildContexts(
    const std::vector<std::uint32_t>& new_rows, std::uint64_t min_count) const {
  if (context_list_.empty()) return ContextLists();
  std::vector<std::uint64_t> counts(contexts_.size());
  for (std::size_t word = 0; word < text_.text.size(); ++word) {
    if (new_rows[text_.text[word]] == kLeftOut) continue;
    for (std::size_t i = context_starts_[word]; i < context_starts_[word + 1];
         ++i) {
      const std::uint32_t context = context_list_[i];
      if (new_rows[contexts_[context].word] != kLeftOut) ++counts[context];
    }
  }
  std::vector<Entry> entries;
  for (std::uint32_t i = 0; i < contexts_.size(); ++i) {
    if (counts[i] >= min_count && counts[i] > 0) {
      entries.push_back({contexts_[i].name, i, counts[i]});
    }
  }
  if (entries.empty()) {
    return Error{ErrorCode::kBadData, "expected contexts that occur at least " +
                                          std::to_string(min_count) +
                                          " times, found none among " +
                                          std::to_string(context_list_.size())};
  }
  SortByCount(entries);

  ContextLists lists;
  std::vector<std::uint32_t> new_numbers(contexts_.size(), kLeftOut);
  for (Entry& entry : entries) {
    new_numbers[entry.row] = static_cast<std::uint32_t>(lists.names.size());
    lists.names.push_back(std::move(entry.word));
    lists.counts.push_back(entry.count);
  }
  for (std::size_t word = 0; word < text_.text.size(); ++word) {
    if (new_rows[text_.text[word]] == kLeftOut) continue;
    lists.starts.push_back(lists.contexts.size());
    for (std::size_t i = context_starts_[word]; i < context_starts_[word + 1];
         ++i) {
      const std::uint32_t number = new_numbers[context_list_[i]];
      if (number != kLeftOut) lists.contexts.push_back(number);
    }
  }
  lists.starts.push_back(lists.contexts.size());
  return lists;
}

}  // namespace whylight
