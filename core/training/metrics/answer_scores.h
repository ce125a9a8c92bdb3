// How good an answer is beside right ones, as SQuAD measures it (Rajpurkar et
// al. 2016, section 6.1).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whylight {

/// The words of an answer in lower case, without ASCII punctuation and
/// articles: "The bar's 2nd floor!" has bars, 2nd and floor.
std::vector<std::string> AnswerWords(std::string_view utf8);

struct AnswerScore {
  double exact = 0;  ///< 1 if the words are the same, else 0.
  double f1 = 0;     ///< Of the words that both have, as often as both do.
};

AnswerScore ScoreAnswer(std::string_view found, std::string_view right);

/// The best beside any of the right ones; 0 if there is none.
AnswerScore ScoreAnswer(std::string_view found,
                        const std::vector<std::string>& right);

}  // namespace whylight
