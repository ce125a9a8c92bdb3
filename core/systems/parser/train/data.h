// Parsed sentences as the system "parser" trains on them.
//
// Trees are those over the words that models read (core/training/data/
// token_tree.h). What is measured are the words of the file.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/surface.h"
#include "core/model/word_batch.h"
#include "core/systems/parser/model.h"
#include "core/text/vocabulary.h"
#include "core/training/data/data_options.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

/// The sentences of a file: at first with words, relations and tags of its own,
/// then with those of a model.
struct ParsedSentences {
  std::string path;
  std::vector<WordIds> texts;
  std::vector<DependencyTree> trees;
  /// Of each text, which of its words are the first of a word of the file.
  std::vector<std::vector<std::size_t>> firsts;
  /// Of each of these, whether it is punctuation: its tag is PUNCT.
  std::vector<std::vector<bool>> punctuation;
  std::vector<std::size_t> lines;  ///< Where each begins.
  /// Of a model that reads words as they stand in a text: what `texts` count.
  std::vector<WordForm> forms = {};

  std::size_t size() const { return texts.size(); }
};

/// A file, before it is known which words, relations and tags a model has.
struct ParsedFile {
  /// A word, by its number, as it is written, with its tag.
  struct Form {
    std::int32_t word;
    WordShape shape;
    std::int32_t tag;

    friend auto operator<=>(const Form&, const Form&) = default;
  };

  ParsedSentences sentences;
  /// Distinct words in the order they came; `sentences` counts distinct forms
  /// of them, distinct relations and distinct tags.
  std::vector<std::string> words;
  std::vector<std::uint64_t> word_counts;
  std::vector<Form> forms;
  std::vector<std::string> relations;
  std::vector<std::string> tags;

  WordCounts counts() const { return {sentences.path, words, word_counts}; }
};

/// Reads the sentences of a file for a model with this use of tags. Errors name
/// the line where a sentence begins: heads that make no tree, relations that
/// are missing and tags that are, if they are used, more than kMaxSentenceWords
/// words. Fails if there is no sentence.
Result<ParsedFile> ReadParsed(const std::string& path,
                              const DataOptions& options,
                              TagUse tags = TagUse::kNone);

/// Fails where the file has a relation that the model of `options` has not, or
/// a tag of those that it uses.
Result<ParsedSentences> ToParsed(const ParsedFile& file,
                                 const Vocabulary& vocabulary,
                                 const ParserOptions& options);

/// Makes each tree projective (MakeProjective). How many were not.
std::size_t MakeTreesProjective(ParsedSentences* sentences);

}  // namespace whylight
