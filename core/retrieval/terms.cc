#include "core/retrieval/terms.h"

#include <utility>

#include "core/text/characters.h"
#include "core/text/tokenizer.h"
#include "core/text/utf8.h"

namespace whylight {

std::vector<TextTerm> TermsOf(std::string_view text) {
  std::vector<TextTerm> terms;
  for (Token& token : Tokenize(text)) {
    const char32_t first = DecodeUtf8(token.text, 0).value;
    if (KindOf(first) == CharacterKind::kPunctuation) continue;
    terms.push_back({std::move(token.text), token.span});
  }
  return terms;
}

}  // namespace whylight
