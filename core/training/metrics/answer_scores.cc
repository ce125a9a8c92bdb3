#include "core/training/metrics/answer_scores.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "core/text/characters.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

bool IsAsciiPunctuation(char32_t c) {
  return (c > U' ' && c < U'0') || (c > U'9' && c < U'A') ||
         (c > U'Z' && c < U'a') || (c > U'z' && c < 0x7F);
}

bool IsArticle(const std::string& word) {
  return word == "a" || word == "an" || word == "the";
}

}  // namespace

std::vector<std::string> AnswerWords(std::string_view utf8) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (!word.empty() && !IsArticle(word)) words.push_back(word);
    word.clear();
  };
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint next = DecodeUtf8(utf8, at);
    at += next.bytes;
    if (KindOf(next.value) == CharacterKind::kSpace) {
      finish();
    } else if (!IsAsciiPunctuation(next.value)) {
      AppendUtf8(LowerCase(next.value), word);
    }
  }
  finish();
  return words;
}

AnswerScore ScoreAnswer(std::string_view found, std::string_view right) {
  const std::vector<std::string> x = AnswerWords(found);
  const std::vector<std::string> y = AnswerWords(right);
  if (x == y) return {1, 1};
  std::map<std::string, std::size_t> left;
  for (const std::string& word : y) ++left[word];
  std::size_t common = 0;
  for (const std::string& word : x) {
    const auto there = left.find(word);
    if (there == left.end() || there->second == 0) continue;
    --there->second;
    ++common;
  }
  return {0, 2 * static_cast<double>(common) /
                 static_cast<double>(x.size() + y.size())};
}

AnswerScore ScoreAnswer(std::string_view found,
                        const std::vector<std::string>& right) {
  AnswerScore best;
  for (const std::string& answer : right) {
    const AnswerScore score = ScoreAnswer(found, answer);
    best = {std::max(best.exact, score.exact), std::max(best.f1, score.f1)};
  }
  return best;
}

}  // namespace whylight
