// The tree of a parsed sentence over the words that models read.
//
// Models read texts in words of their own (core/text/tokenizer.h), which may
// cut a word of a file in pieces: "@john" is two. Its first piece stands in the
// tree for the word, and the others hang on it as kPieceRelation. Words of
// nothing visible are left out: what hangs on one of them hangs on its head
// and, where that is the root, on the first that does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"
#include "core/training/data/record.h"

namespace whylight {

/// The relation of pieces of a word to the first, which Universal Dependencies
/// have for words written apart.
inline constexpr std::string_view kPieceRelation = "goeswith";

struct TokenTree {
  std::vector<Token> tokens;
  /// Of each token the word of the file that it is of, from 0.
  std::vector<std::size_t> words;
  /// Of each token the number, from 1, of the token it depends on, and how; 0
  /// is the root.
  std::vector<std::int32_t> heads;
  std::vector<std::string> relations;
};

/// Of a record with its heads.
TokenTree TreeOfTokens(const Record& record);

}  // namespace whylight
