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
#include "core/training/vectors/phrases.h"

namespace whylight {

/// Documents as rows of a vocabulary. Words outside it are left out. Takes
/// four bytes per word.
struct Corpus {
  Vocabulary vocabulary;              ///< By falling count, ties by word.
  std::vector<std::uint64_t> counts;  ///< One for each word of the vocabulary.
  std::vector<std::uint32_t> words;   ///< All documents, one after another.
  std::vector<std::size_t> starts;    ///< Of each document, and the end.

  std::size_t documents() const { return starts.size() - 1; }
};

class CorpusBuilder {
 public:
  /// Adds one document.
  void Add(std::string_view text);

  /// Joins words that belong together in the documents added so far.
  void JoinPhrases(const PhraseOptions& options);

  /// The corpus of the words that occur at least `min_count` times, at most the
  /// `max_words` most frequent (0: all). Fails when none is left. The builder
  /// is empty afterwards.
  Result<Corpus> Build(std::uint64_t min_count, std::size_t max_words);

 private:
  NumberedText text_{.words = {}, .counts = {}, .text = {}, .starts = {0}};
  std::unordered_map<std::string, std::uint32_t> rows_;  // of the words
};

}  // namespace whylight
