// Misspelled words: what they were meant to be.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace whylight {

class Vocabulary;

/// Finds the word of a vocabulary that an unknown one is a misspelling of:
///
///   soooo       so          a letter repeated for emphasis, three times or
///   more freindly    friendly    two neighbours swapped confortable
///   comfortable one letter for another: between vowels, and in
///                           words of 8 letters or more between any
///   accomodate  accommodate a letter missing or one too many
///   teribble    terrible    two slips, but of consonants for each other
///
/// The first letter is right, unless it has changed places with the second and
/// all else is right. Fewest slips win, this one before all others, then the
/// word that is more frequent, which is numbered lower. The shorter a word and
/// the more slips, the more words are as near by chance, so only frequent ones
/// are thought of: of a word of n letters and s slips, the first n - 1 - 3 s
/// quarters of the vocabulary. So a word with a slip has at least 5 letters,
/// with two at least 8.
///
/// Letters are those of English, with hyphens and apostrophes. An emoji is the
/// word that says the same (emoji.h). A word with any other character is left
/// alone: its writer has another language in mind, or a name, or a number.
class Spelling {
 public:
  /// Finds nothing.
  Spelling() = default;

  explicit Spelling(const Vocabulary& vocabulary);

  /// The number in `vocabulary`, the one it was made of, of what is meant by
  /// `word`, which is not in it; -1 if that is unknown, too.
  std::int32_t Find(const Vocabulary& vocabulary, std::string_view word) const;

 private:
  // After each word the next one with the same first letter; then, for each
  // letter, the first. -1 where there is none.
  std::vector<std::int32_t> next_;
};

}  // namespace whylight
