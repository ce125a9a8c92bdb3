// Any bytes are split as the slow twin splits them, and each token, taken out
// of the text by its span, is that token again.
#include <cstdint>
#include <vector>

#include "core/text/tokenizer.h"
#include "core/text/utf8.h"
#include "tests/core/text/slow_tokenizer.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  const std::string_view text = AsText(data, size);
  const std::vector<Token> tokens = Tokenize(text);
  const std::vector<Token> slow = SlowTokenizer::Tokenize(text);
  Expect(tokens.size() == slow.size(), "both find as many tokens");
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    Expect(token.text == slow[i].text, "both read the same text");
    Expect(token.span == slow[i].span, "both find it at the same place");
    Expect(!token.text.empty() && IsValidUtf8(token.text), "it is a text");
    Expect(token.span.start >= end && token.span.end > token.span.start,
           "spans are in order");
    end = token.span.end;
    if (size > 512) continue;  // This takes time quadratic in it.
    const std::vector<Token> again = Tokenize(SliceUtf16(text, token.span));
    Expect(again.size() == 1 && again[0].text == token.text,
           "a token's part of the text is that token");
  }
  Expect(end <= Utf16Length(text), "spans are within the text");
  return 0;
}
