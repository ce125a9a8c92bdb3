// How much texts that were written have in common with right ones.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace whylight {

using TextWords = std::vector<std::string>;

/// The words of a text in lower case, without punctuation.
TextWords OverlapWords(std::string_view utf8);

/// BLEU (Papineni et al. 2002): how many n-grams of what was written are in a
/// right text, over all texts together.
class BleuCounts {
 public:
  static constexpr std::size_t kLongest = 4;  ///< Words of an n-gram.

  /// An n-gram is right as often as the right text that has it most often.
  void Add(const TextWords& written, const std::vector<TextWords>& right);

  /// The geometric mean of the shares of 1-grams, ..., `order`-grams that are
  /// right, times exp(1 - r / c) where what was written, c words, is shorter
  /// than the right texts nearest to it in length, r words; 0 if a share is.
  double Bleu(std::size_t order) const;

 private:
  std::array<double, kLongest> right_{};
  std::array<double, kLongest> written_{};
  double length_ = 0;
  double right_length_ = 0;
};

/// ROUGE-L (Lin 2004): the F of precision and recall of the longest common
/// subsequence, in which recall counts β = 1.2 times as much; of the right text
/// with the largest. 0 if nothing was written.
double RougeL(const TextWords& written, const std::vector<TextWords>& right);

}  // namespace whylight
