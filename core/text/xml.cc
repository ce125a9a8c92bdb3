#include "core/text/xml.h"

#include "core/text/utf8.h"

namespace whylight {

std::string EscapeXml(std::string_view text) {
  std::string escaped;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeUtf8(text, at);
    at += next.bytes;
    if (next.value == '&') {
      escaped += "&amp;";
    } else if (next.value == '<') {
      escaped += "&lt;";
    } else if (next.value == '>') {
      escaped += "&gt;";
    } else if (next.value == '"') {
      escaped += "&quot;";
    } else if (next.value < 0x20 || next.value == 0x7F) {
      escaped += ' ';
    } else if (next.value == 0xFFFE || next.value == 0xFFFF) {
      AppendUtf8(kReplacementCharacter, escaped);
    } else {
      AppendUtf8(next.value, escaped);
    }
  }
  return escaped;
}

}  // namespace whylight
