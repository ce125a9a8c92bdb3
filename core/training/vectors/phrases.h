// Words that belong together, as one: "new_york".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace whylight {

struct PhraseOptions {
  int passes = 0;  ///< Each can join what the last one made; 0: no phrases.
  /// A pair that scores higher is a phrase.
  double threshold = 100;
  std::uint64_t min_count = 5;  ///< δ below.
};

/// Words as numbers, one document after another.
struct NumberedText {
  std::vector<std::string> words;     ///< What each number stands for.
  std::vector<std::uint64_t> counts;  ///< How often each occurs in `text`.
  std::vector<std::uint32_t> text;
  std::vector<std::size_t> starts;  ///< Of each document, and the end.
};

/// Joins neighbouring words a, b with "_" where
///   (count(a b) - δ) · words of the text / (count(a) · count(b)) > threshold
/// (Mikolov et al. 2013; the factor, which makes thresholds independent of the
/// size of the text, is word2phrase's). From left to right, so a word is part
/// of one phrase a pass. A joined pair is a new word, at the end of the list.
void JoinPhrases(const PhraseOptions& options, NumberedText& text);

}  // namespace whylight
