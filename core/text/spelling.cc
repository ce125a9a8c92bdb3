#include "core/text/spelling.h"

#include <cstddef>
#include <utility>

#include "core/text/emoji.h"
#include "core/text/vocabulary.h"

namespace whylight {
namespace {

// Letters of a word that may have a slip, of one in which any letter may stand
// for any other, and of the longest that is read.
constexpr std::size_t kShortest = 5;
constexpr std::size_t kLong = 8;
constexpr std::size_t kLongest = 40;

// Follows every word here, as it does in the vocabulary.
constexpr char kEnd = '\n';

bool IsLetter(char c) { return c >= 'a' && c <= 'z'; }

bool IsVowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

// Whether so many slips, or fewer, make `b` of `a`. Vowels may stand for each
// other, consonants only if they `mix`.
bool IsNear(const char* a, const char* b, int slips, bool mix) {
  for (; *a == *b; ++a, ++b) {
    if (*a == kEnd) return true;
  }
  if (--slips < 0) return false;
  const auto rest = [&](int of_a, int of_b) {
    return IsNear(a + of_a, b + of_b, slips, mix);
  };
  if (*a == kEnd) return rest(0, 1);
  if (*b == kEnd) return rest(1, 0);
  return rest(1, 0) || rest(0, 1) ||
         ((mix || (IsVowel(*a) && IsVowel(*b))) && rest(1, 1)) ||
         (a[0] == b[1] && a[1] == b[0] && rest(2, 2));
}

}  // namespace

Spelling::Spelling(const Vocabulary& vocabulary)
    : next_(vocabulary.size() + 26, -1) {
  for (std::size_t i = vocabulary.size(); i-- > 0;) {
    const char letter = vocabulary.word(i)[0];
    if (!IsLetter(letter)) continue;
    std::int32_t& first =
        next_[vocabulary.size() + static_cast<std::size_t>(letter - 'a')];
    next_[i] = std::exchange(first, static_cast<std::int32_t>(i));
  }
}

std::int32_t Spelling::Find(const Vocabulary& vocabulary,
                            std::string_view word) const {
  if (next_.empty()) return -1;
  if (const std::string_view said = WordOfEmoji(word); !said.empty()) {
    return vocabulary.Find(said);
  }
  char plain[kLongest + 1];
  std::size_t length = 0;
  std::int32_t found = -1;
  // Runs of three letters or more cut to one, and to two, which is better:
  // soooo is "so", but willl is "will".
  for (const bool two : {false, true}) {
    length = 0;
    int run = 0;
    for (const char c : word) {
      if (!IsLetter(c) && (length == 0 || (c != '\'' && c != '-'))) return -1;
      run = length > 0 && c == plain[length - 1] ? run + 1 : 1;
      if (run == 3 && !two) --length;
      if (run > 2) continue;
      if (length == kLongest) return -1;
      plain[length++] = c;
    }
    const std::int32_t id = vocabulary.Find({plain, length});
    if (id >= 0) found = id;
  }
  if (found >= 0 || length < kShortest) return found;
  std::swap(plain[0], plain[1]);
  found = vocabulary.Find({plain, length});
  if (found >= 0) return found;
  std::swap(plain[0], plain[1]);
  plain[length] = kEnd;
  const std::size_t words = vocabulary.size();
  for (const std::size_t slips : {std::size_t{1}, std::size_t{2}}) {
    if (length <= 1 + 3 * slips) break;
    const std::size_t quarters = length - 1 - 3 * slips;
    std::int32_t id = next_[words + static_cast<std::size_t>(plain[0] - 'a')];
    while (id >= 0) {
      const auto place = static_cast<std::size_t>(id);
      if (place >= words * quarters / 4) break;
      const std::string_view known = vocabulary.word(place);
      if (known.size() <= length + slips && length <= known.size() + slips &&
          IsNear(plain, known.data(), static_cast<int>(slips),
                 slips == 1 && length >= kLong)) {
        return id;
      }
      id = next_[place];
    }
  }
  return -1;
}

}  // namespace whylight
