// From the words of a text to their ids.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/word_batch.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The id that each word is read as; kUnknownWord for those that `vocabulary`
/// has not.
inline WordIds FindWords(const Vocabulary& vocabulary,
                         const std::vector<Token>& tokens) {
  WordIds ids;
  ids.reserve(tokens.size());
  for (const Token& token : tokens) ids.push_back(vocabulary.Read(token.text));
  return ids;
}

/// Whether `id` is a word of `vocabulary`, and not punctuation.
bool IsKnownWord(const Vocabulary& vocabulary, std::int32_t id);

/// The share of the words among `tokens`, which are read as `ids`, that are
/// known. Punctuation does not count; without words, it is 0.
double KnownShare(const std::vector<Token>& tokens, const WordIds& ids);

}  // namespace whylight
