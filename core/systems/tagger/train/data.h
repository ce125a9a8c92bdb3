// Sentences with tags as the system "tagger" trains on them.
//
// A model reads texts in words of its own (core/text/tokenizer.h), which may
// cut a word of a file in pieces: "rock'n'roll" is one, "@john" two. All pieces
// have the tag of their word; where tags mark spans, those after the first go
// on with it. What is measured is the tag of a word's first piece. Words of
// nothing visible are left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/word_batch.h"
#include "core/systems/tagger/model.h"
#include "core/text/vocabulary.h"
#include "core/training/data/data_options.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

/// The sentences of a file: at first in words and tags of its own, then in
/// those of a model.
struct TaggedSentences {
  std::string path;
  std::vector<WordIds> texts;
  std::vector<TagIds> tags;  ///< One a word.
  /// Of each text, which of its words are the first of a word of the file.
  std::vector<std::vector<std::size_t>> firsts;
  std::vector<std::size_t> lines;  ///< Where each begins.

  std::size_t size() const { return texts.size(); }
};

/// A file, before it is known which words and tags a model has.
struct TaggedFile {
  TaggedSentences sentences;
  /// Distinct words and tags in the order they came, which `sentences` counts.
  std::vector<std::string> words;
  std::vector<std::uint64_t> word_counts;
  std::vector<std::string> labels;

  WordCounts counts() const { return {sentences.path, words, word_counts}; }
};

/// Reads the sentences of a file. If tags are `bio`, others are an error, and
/// so is an "I-place" that goes on with nothing. Fails if there is no sentence.
Result<TaggedFile> ReadTagged(const std::string& path,
                              const DataOptions& options, bool bio);

/// The tags of a model that learns from the file, sorted: if they are `bio`,
/// spans of one word and of several for each label that there is.
std::vector<std::string> TagsOf(const TaggedFile& file, bool bio);

/// Fails where the file has a tag that is not in `labels`.
Result<TaggedSentences> ToTagged(const TaggedFile& file,
                                 const Vocabulary& vocabulary,
                                 const std::vector<std::string>& labels);

}  // namespace whylight
