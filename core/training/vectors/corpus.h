// Text as numbers: tokenised once, kept in memory, ready to be read many times.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/text/vocabulary.h"
#include "core/training/data/token_tree.h"
#include "core/training/vectors/phrases.h"

namespace whylight {

/// What stands around each word of a corpus, where that is not simply the words
/// near by.
struct ContextLists {
  /// "discovers/nsubj-1", say; by falling count, ties by name.
  std::vector<std::string> names;
  std::vector<std::uint64_t> counts;    ///< One for each name.
  std::vector<std::uint32_t> contexts;  ///< Of all words, one after another.
  std::vector<std::size_t> starts;      ///< Of those of each word, and the end.

  bool empty() const { return names.empty(); }
};

/// Documents as rows of a vocabulary. Words outside it are left out. Takes
/// four bytes per word.
struct Corpus {
  Vocabulary vocabulary;              ///< By falling count, ties by word.
  std::vector<std::uint64_t> counts;  ///< One for each word of the vocabulary.
  std::vector<std::uint32_t> words;   ///< All documents, one after another.
  std::vector<std::size_t> starts;    ///< Of each document, and the end.
  ContextLists contexts;              ///< Of parsed documents.

  std::size_t documents() const { return starts.size() - 1; }
};

/// Of documents that are all texts, or all parsed.
class CorpusBuilder {
 public:
  /// Adds one document.
  void Add(std::string_view text);

  /// Adds a sentence as a document whose words have DependencyContexts.
  void AddParsed(const TokenTree& sentence, bool collapse);

  /// Joins words that belong together in the documents added so far.
  void JoinPhrases(const PhraseOptions& options);

  /// The corpus of the words that occur at least `min_count` times, at most the
  /// `max_words` most frequent (0: all), and of the contexts with these words
  /// that occur as often. Fails when none is left. The builder is empty
  /// afterwards.
  Result<Corpus> Build(std::uint64_t min_count, std::size_t max_words);

 private:
  // A context that words have, by its number.
  struct Context {
    std::string name;
    std::uint32_t word;  // The one in it.
  };

  std::uint32_t AddWord(const std::string& word);
  // Those of words that have new rows.
  Result<ContextLists> BuildContexts(const std::vector<std::uint32_t>& new_rows,
                                     std::uint64_t min_count) const;

  NumberedText text_{.words = {}, .counts = {}, .text = {}, .starts = {0}};
  std::unordered_map<std::string, std::uint32_t> rows_;  // of the words
  std::vector<Context> contexts_;
  std::unordered_map<std::string, std::uint32_t> context_numbers_;
  std::vector<std::uint32_t> context_list_;  // of all words of the text
  std::vector<std::size_t> context_starts_ = {0};
};

}  // namespace whylight
