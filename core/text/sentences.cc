#include "core/text/sentences.h"

#include <cstdint>

#include "core/text/utf8.h"

namespace whylight {
namespace {

bool EndsSentence(char32_t mark) {
  return mark == '.' || mark == '!' || mark == '?' || mark == U'…' ||
         mark == U'。' || mark == U'！' || mark == U'？';
}

}  // namespace

std::vector<std::size_t> SentenceLengths(std::string_view utf8,
                                         const std::vector<Token>& tokens) {
  std::vector<std::size_t> lengths;
  std::size_t length = 0;
  const auto end = [&] {
    if (length > 0) lengths.push_back(length);
    length = 0;
  };
  std::size_t at = 0;
  std::uint32_t unit = 0;
  for (const Token& token : tokens) {
    while (unit < token.span.start) {
      const CodePoint next = DecodeUtf8(utf8, at);
      if (next.value == '\n' || next.value == '\r') end();
      at += next.bytes;
      unit += next.Utf16Units();
    }
    ++length;
    if (EndsSentence(DecodeUtf8(token.text, 0).value)) end();
    while (unit < token.span.end) {
      const CodePoint next = DecodeUtf8(utf8, at);
      at += next.bytes;
      unit += next.Utf16Units();
    }
  }
  end();
  return lengths;
}

}  // namespace whylight
