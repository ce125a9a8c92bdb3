// The class of a character for the tokenizer, and its lower-case form. Ranges
// are from the Unicode Character Database, version 14.
#pragma once

#include <string>
#include <string_view>

namespace whylight {

enum class CharacterKind : unsigned char {
  kSpace,        ///< White space, controls and other invisible separators.
  kWord,         ///< Letters and digits, and marks of scripts that need them.
  kPunctuation,  ///< One token for each run of the same character.
  kSymbol,       ///< Emoji and other pictures, each a token.
  kIdeograph,    ///< Han and kana, each a token.
  kExtender,     ///< Belongs to what precedes it: accents, variation selectors.
  kJoiner,       ///< Invisible glue inside a word or between two emoji.
  kSoftHyphen,   ///< Invisible inside a word and no part of its spelling.
};

CharacterKind KindOf(char32_t c);

/// The lower-case form of a letter of the Latin, Greek, Cyrillic and Armenian
/// alphabets of today's Europe, as Unicode's simple mapping has it. Phonetic
/// and historic letters, those of alphabets beyond (Ə, Ɓ, Ɔ) and all other
/// characters are their own. İ (U+0130) becomes i; Σ becomes σ, at the end of a
/// word too.
char32_t LowerCase(char32_t c);

/// The same of all letters of a text.
std::string LowerCase(std::string_view text);

/// Whether a token (tokenizer.h) is punctuation, and so no word.
bool IsPunctuation(std::string_view token);

}  // namespace whylight
