#include "core/text/spelling.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "core/text/vocabulary.h"

namespace whylight {
namespace {

constexpr int kMostSlips = 2;
// From this length on any letter may stand for any other.
constexpr std::size_t kLongWord = 8;

bool IsLetter(char c) { return c >= 'a' && c <= 'z'; }

bool IsVowel(char c) {
  return std::string_view("aeiouy").find(c) != std::string_view::npos;
}

// `word` with runs of three letters or more cut to `most`.
std::string WithoutEmphasis(std::string_view word, std::size_t most) {
  std::string shorter;
  while (!word.empty()) {
    const std::size_t end = word.find_first_not_of(word[0]);
    const std::size_t run = std::min(end, word.size());
    shorter.append(run < 3 ? run : most, word[0]);
    word.remove_prefix(run);
  }
  return shorter;
}

// Whether so many slips, or fewer, make `b` of `a`. Vowels may stand for each
// other, consonants only if they `mix`.
bool IsNear(std::string_view a, std::string_view b, int slips, bool mix) {
  while (!a.empty() && !b.empty() && a[0] == b[0]) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  const std::size_t shorter = std::min(a.size(), b.size());
  if (a.size() + b.size() - 2 * shorter > static_cast<std::size_t>(slips)) {
    return false;
  }
  if (shorter == 0) return true;
  if (--slips < 0) return false;
  const auto rest = [&](std::size_t of_a, std::size_t of_b) {
    return IsNear(a.substr(of_a), b.substr(of_b), slips, mix);
  };
  return rest(1, 0) || rest(0, 1) ||
         ((mix || (IsVowel(a[0]) && IsVowel(b[0]))) && rest(1, 1)) ||
         (shorter > 1 && a[0] == b[1] && a[1] == b[0] && rest(2, 2));
}

}  // namespace

Spelling::Spelling(const Vocabulary& vocabulary) {
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    const char first = vocabulary.word(i)[0];
    if (!IsLetter(first)) continue;
    words_by_letter_[static_cast<std::size_t>(first - 'a')].push_back(
        static_cast<std::int32_t>(i));
  }
}

std::int32_t Spelling::Find(const Vocabulary& vocabulary,
                            std::string_view word) const {
  for (const char c : word) {
    if (!IsLetter(c) && c != '\'' && c != '-') return -1;
  }
  if (word.empty() || !IsLetter(word[0])) return -1;
  // "soooo" is "so", but "willl" is "will".
  const std::string plain = WithoutEmphasis(word, 2);
  for (const std::string& shorter : {plain, WithoutEmphasis(word, 1)}) {
    const std::int32_t found = vocabulary.Find(shorter);
    if (found >= 0) return found;
  }
  const std::vector<std::int32_t>& words =
      words_by_letter_[static_cast<std::size_t>(plain[0] - 'a')];
  for (int slips = 1; slips <= kMostSlips; ++slips) {
    const int quarters = static_cast<int>(plain.size()) - 1 - 3 * slips;
    if (quarters <= 0) break;
    auto end = static_cast<std::int32_t>(
        vocabulary.size() * static_cast<std::size_t>(std::min(quarters, 4)) /
        4);
    std::int32_t swapped = -1;
    if (slips == 1) {
      std::string back = plain;
      std::swap(back[0], back[1]);
      swapped = vocabulary.Find(back);
      if (swapped >= end) swapped = -1;
      if (swapped >= 0) end = swapped;
    }
    const bool mix = slips == 1 && plain.size() >= kLongWord;
    for (const std::int32_t id : words) {
      if (id >= end) break;
      if (IsNear(plain, vocabulary.word(static_cast<std::size_t>(id)), slips,
                 mix)) {
        return id;
      }
    }
    if (swapped >= 0) return swapped;
  }
  return -1;
}

}  // namespace whylight
