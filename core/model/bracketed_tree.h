// Sentences as trees, in brackets:
//
//   (3 (2 A) (4 (4 fine) (2 pint)))
//
// is a sentence of label 3 whose words are "A fine pint" and in which "fine
// pint" has label 4, as in the Penn Treebank. Without labels it is
//
//   (A (fine pint))
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace whylight {

/// Words [begin, end) of a tree, and what they are labelled.
struct TreePhrase {
  std::string label;
  std::size_t begin;
  std::size_t end;
};

struct LabelledTree {
  std::vector<std::string> words;
  /// Every phrase down to single words, each before its parts: the whole
  /// sentence first.
  std::vector<TreePhrase> phrases;

  /// The words of a phrase with spaces between them.
  std::string Text(const TreePhrase& phrase) const;
};

/// Makes the error of a message, "expected ..., found ...", and of the column,
/// in bytes from 1, that it is about.
using TreeError =
    std::function<Error(const std::string& message, std::size_t column)>;

/// The tree on `line`, of any depth, in time and memory linear in its length.
/// Escapes in words are undone (UnescapeTreebank). Without labels, each word is
/// a phrase of its own, and so is what each pair of brackets holds; a word may
/// then stand alone.
Result<LabelledTree> ParseBrackets(std::string_view line, bool labelled,
                                   const TreeError& fail);

}  // namespace whylight
