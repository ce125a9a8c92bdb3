// Splits text into words and remembers where each one came from.
//
// A token is one of
//   a word: a run of letters, digits and marks, with apostrophes between them
//     and, between two ASCII digits, a point or a comma;
//   a run of the same punctuation character;
//   a symbol, a Chinese character or a kana;
//   an emoji with all that belongs to it: skin tone, variation selector, the
//     emoji joined to it, the second half of a flag, the frame of a keycap.
// White space, controls and other invisible separators part tokens. No
// dictionary and no language is involved.
//
//   "It pours 9.2% - don't wait!!!"
//   it | pours | 9.2 | % | - | don't | wait | !!!
//
//   "A well-made 1,000-cap run, 9.  'tis"
//   a | well | - | made | 1,000 | - | cap | run | , | 9 | . | ' | tis
//
// Spans count UTF-16 units and join up with the caller's string:
//
//   "caf\u00e9 \U0001F37A ok"    café [0, 4)   🍺 [5, 7)   ok [8, 10)
//   "\u0130zmir"                 izmir [0, 5): the word's text may be shorter
//                                or longer in bytes than what it was read from
//
// Any bytes are accepted. What is not UTF-8 reads as U+FFFD in the same places
// where JavaScript's decoder puts it; U+FFFD is a symbol, so a token:
//
//   "a\xFF\xC3 b"                a [0, 1)   U+FFFD [1, 2)   U+FFFD [2, 3)
//                                b [4, 5)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/span.h"

namespace whylight {

struct Token {
  /// The word to look up, in UTF-8: lower case, with ' for ’ and without soft
  /// hyphens.
  std::string text;
  Span span;  ///< Where it stands in the text.
};

/// The tokens of `utf8` in order. Takes time linear in its size, which must be
/// below 2^32 bytes.
std::vector<Token> Tokenize(std::string_view utf8);

}  // namespace whylight
