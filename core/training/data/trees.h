// Sentences as labelled trees, in the brackets of the Penn Treebank.
//
//   (3 (2 A) (4 (4 fine) (2 pint)))
//
// is a sentence of label 3 whose words are "A fine pint" and in which "fine
// pint" has label 4.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/training/data/line_reader.h"

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

/// The tree on `line`, of any depth. Escapes in words are undone
/// (UnescapeTreebank). Fails with "path:line:column: expected ..., found ..."
/// where it is malformed.
Result<LabelledTree> ParseTree(std::string_view line, const Place& place);

}  // namespace whylight
