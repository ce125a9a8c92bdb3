// Sentences with one word per line, as the shared tasks of CoNLL write them.
//
//   Empire B-location       1 The  the  DET  DT _ 2 det  _ _
//   State  I-location       2 work work NOUN NN _ 0 root _ _
//
// On the left ".conll": columns between tabs or spaces, first the word and last
// its tag. On the right ".conllu", CoNLL-U: ten columns between tabs; the tag
// is the universal part of speech, comments, ranges of words ("1-2") and empty
// words ("1.1") are skipped. A blank line ends a sentence.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/data/line_reader.h"

namespace whylight {

struct ConllSentence {
  Place place;  ///< Of the first line.
  std::vector<std::string> words;
  std::vector<std::string> tags;
  /// Of CoNLL-U the number of the word, from 1, that each word depends on, and
  /// how; 0 is the root.
  std::vector<int> heads;
  std::vector<std::string> relations;
  /// The error in the sentence, if there is one; the rest is then of no use.
  Status problem;
};

enum class ConllFormat { kTags, kUniversal };

class ConllReader {
 public:
  static Result<ConllReader> Open(const std::string& path, ConllFormat format);

  /// The next sentence, or nothing at the end of the file. Fails where the file
  /// cannot be read on.
  Result<std::optional<ConllSentence>> Next();

 private:
  ConllReader(LineReader lines, ConllFormat format)
      : lines_(std::move(lines)), format_(format) {}

  Status AddWord(std::string_view line, ConllSentence* sentence) const;
  Status AddUniversalWord(std::string_view line, ConllSentence* sentence) const;

  LineReader lines_;
  ConllFormat format_;
};

/// Fails, with the place of the sentence, unless the heads are those of a tree:
/// one root, and no word that depends on itself by way of others.
Status CheckIsTree(const ConllSentence& sentence);

}  // namespace whylight
