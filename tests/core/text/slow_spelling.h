// What a misspelled word was meant to be (core/text/spelling.h), found slowly:
// by looking at every word of the vocabulary and trying every slip.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/text/vocabulary.h"

namespace whylight {

class SlowSpelling {
 public:
  /// The number of the word that `word` is read as, or -1.
  static std::int32_t Read(const Vocabulary& vocabulary,
                           const std::string& word) {
    if (const std::int32_t known = vocabulary.Find(word); known >= 0) {
      return known;
    }
    if (!HasOnlyLetters(word)) return -1;
    std::string plain = WithRunsOf(2, word);
    if (WithRunsOf(1, word).size() > kLongest || plain.size() > kLongest) {
      return -1;
    }
    for (const std::string& cut : {plain, WithRunsOf(1, word)}) {
      if (const std::int32_t id = vocabulary.Find(cut); id >= 0) return id;
    }
    if (plain.size() < 5) return -1;
    std::swap(plain[0], plain[1]);
    if (const std::int32_t id = vocabulary.Find(plain); id >= 0) return id;
    std::swap(plain[0], plain[1]);
    for (std::size_t slips = 1; slips <= 2; ++slips) {
      if (plain.size() < 2 + 3 * slips) break;
      const std::size_t frequent =
          vocabulary.size() * (plain.size() - 1 - 3 * slips) / 4;
      for (std::size_t i = 0; i < std::min(frequent, vocabulary.size()); ++i) {
        const std::string_view known = vocabulary.word(i);
        const bool mix = slips == 1 && plain.size() >= 8;
        if (known[0] == plain[0] && IsNear(plain, known, slips, mix)) {
          return static_cast<std::int32_t>(i);
        }
      }
    }
    return -1;
  }

 private:
  static constexpr std::size_t kLongest = 40;

  static bool HasOnlyLetters(std::string_view word) {
    return !word.empty() && word[0] >= 'a' && word[0] <= 'z' &&
           word.find_first_not_of("abcdefghijklmnopqrstuvwxyz'-") == word.npos;
  }

  static bool IsVowel(char c) {
    return std::string_view("aeiouy").find(c) != std::string_view::npos;
  }

  // `word` where runs of three and more are `kept` long.
  static std::string WithRunsOf(std::size_t kept, std::string_view word) {
    std::string cut;
    for (std::size_t at = 0; at < word.size();) {
      const std::size_t end =
          std::min(word.find_first_not_of(word[at], at), word.size());
      cut.append(end - at > 2 ? kept : end - at, word[at]);
      at = end;
    }
    return cut;
  }

  static bool IsNear(std::string_view a, std::string_view b, std::size_t slips,
                     bool mix) {
    if (a.empty() && b.empty()) return true;
    const auto rest = [&](std::size_t of_a, std::size_t of_b,
                          std::size_t left) {
      return IsNear(a.substr(of_a), b.substr(of_b), left, mix);
    };
    if (!a.empty() && !b.empty() && a[0] == b[0] && rest(1, 1, slips)) {
      return true;
    }
    if (slips == 0) return false;
    if (!a.empty() && rest(1, 0, slips - 1)) return true;
    if (!b.empty() && rest(0, 1, slips - 1)) return true;
    if (a.empty() || b.empty()) return false;
    if ((mix || (IsVowel(a[0]) && IsVowel(b[0]))) && rest(1, 1, slips - 1)) {
      return true;
    }
    return a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0] &&
           rest(2, 2, slips - 1);
  }
};

}  // namespace whylight
