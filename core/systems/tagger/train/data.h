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
#include "core/model/surface.h"
#include "core/model/word_batch.h"
#include "core/systems/tagger/model.h"
#include "core/text/vocabulary.h"
#include "core/training/data/data_options.h"
#include "core/training/data/line_reader.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

/// The sentences of files: at first in words and tags of their own, then in
/// those of a model.
struct TaggedSentences {
  std::vector<std::string> paths;
  std::vector<WordIds> texts;
  std::vector<TagIds> tags;  ///< One a word.
  /// Of each text, which of its words are the first of a word of the file.
  std::vector<std::vector<std::size_t>> firsts;
  std::vector<std::size_t> files;  ///< Of each text, which of `paths`,
  std::vector<std::size_t> lines;  ///< and where it begins.
  /// Of a model that sees how words are written: what `texts` count.
  std::vector<WordForm> forms;

  std::size_t size() const { return texts.size(); }
  Place place(std::size_t text) const {
    return {paths[files[text]], lines[text]};
  }
};

/// Files, before it is known which words and tags a model has.
struct TaggedFiles {
  /// A word, by its number, as it is written.
  struct Form {
    std::int32_t word;
    WordShape shape;
  };

  TaggedSentences sentences;
  /// Distinct words in the order they came; `sentences` counts distinct forms
  /// of them, and distinct tags.
  std::vector<std::string> words;
  std::vector<std::uint64_t> word_counts;
  std::vector<Form> forms;
  std::vector<std::string> labels;

  WordCounts counts() const {
    return {sentences.paths.front(), words, word_counts};
  }
};

/// Reads the sentences of files, at least one. If tags are `bio`, others are an
/// error, and so is an "I-place" that goes on with nothing. Fails if there is
/// no sentence in a file.
Result<TaggedFiles> ReadTagged(const std::vector<std::string>& paths,
                               const DataOptions& options, bool bio);

/// The tags of a model that learns from the files, sorted: if they are `bio`,
/// spans of one word and of several for each label that there is.
std::vector<std::string> TagsOf(const TaggedFiles& files, bool bio);

/// Fails where the files have a tag that the model of `options` has not.
Result<TaggedSentences> ToTagged(const TaggedFiles& files,
                                 const Vocabulary& vocabulary,
                                 const TaggerOptions& options);

}  // namespace whylight
