// How many edits part two words: letters put in, left out or exchanged, and two
// neighbours swapped. Of the distances with swaps this is the one called
// optimal string alignment: no piece is edited twice.
//
//   "foam" "foma"   1, a swap
//   "ca"   "abc"    3: swapping, then putting b between would be 2
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace whylight {

/// Distances from a word to others that are spelled letter by letter, where
/// they are at most `most`. Every letter costs the same small time, however
/// long the words are, and words that start alike share the letters' cost.
class EditDistance {
 public:
  /// The largest distance there is an interest in.
  static constexpr std::size_t kMost = 2;

  /// `most` is at most kMost.
  EditDistance(std::u32string word, std::size_t most);

  /// Goes on with the other word.
  void Push(char32_t letter);
  /// Takes back all but the first `count` letters.
  void Truncate(std::size_t count);
  /// The letters of the other word so far.
  std::u32string_view other() const { return other_; }

  /// Of the word and the letters so far; `most` + 1 stands for all above.
  std::size_t Distance() const;
  /// Whether no word that starts with these letters is near.
  bool Hopeless() const;

 private:
  // Cells beside the diagonal farther than that exceed kMost.
  using Row = std::array<std::size_t, 2 * kMost + 1>;

  std::u32string word_;
  std::size_t most_;
  std::u32string other_;
  // After i letters of the other word, cell c is the distance to the first
  // i + c - kMost letters of the word.
  std::vector<Row> rows_;
};

/// The code points of a text.
std::u32string CodePointsOf(std::string_view utf8);

}  // namespace whylight
