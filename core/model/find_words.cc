#include "core/model/find_words.h"

#include <cstddef>

#include "core/text/characters.h"

namespace whylight {

bool IsKnownWord(const Vocabulary& vocabulary, std::int32_t id) {
  return id != kUnknownWord &&
         !IsPunctuation(vocabulary.word(static_cast<std::size_t>(id)));
}

double KnownShare(const std::vector<Token>& tokens, const WordIds& ids) {
  std::size_t words = 0;
  std::size_t known = 0;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    if (IsPunctuation(tokens[t].text)) continue;
    ++words;
    if (ids[t] != kUnknownWord) ++known;
  }
  if (words == 0) return 0;
  return static_cast<double>(known) / static_cast<double>(words);
}

}  // namespace whylight
