#include "core/program/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "core/text/utf8.h"

namespace whylight {
namespace {

// Whether a terminal would do something other than show it.
bool Controls(char32_t c) {
  return (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7F && c < 0xA0);
}

}  // namespace

bool IsTerminal() { return isatty(STDOUT_FILENO) != 0; }

bool WantsColour() {
  const char* refused = std::getenv("NO_COLOR");
  if (refused != nullptr && *refused != '\0') return false;
  const char* terminal = std::getenv("TERM");
  return terminal == nullptr || std::string_view(terminal) != "dumb";
}

std::string Printable(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeUtf8(text, at);
    AppendUtf8(Controls(next.value) ? kReplacementCharacter : next.value,
               shown);
    at += next.bytes;
  }
  return shown;
}

std::string InLine(std::string_view text) {
  std::string line = Printable(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

std::string Cut(std::string_view text, const std::vector<Span>& spans) {
  std::string words;
  for (const Span& span : spans) {
    if (!words.empty()) words += " … ";
    words += InLine(SliceUtf16(text, span));
  }
  return words;
}

std::string Painted(std::string_view text, std::string_view codes) {
  return fmt::format("\x1b[{}m{}\x1b[0m", codes, text);
}

std::string Dim(std::string_view text, bool colour) {
  return colour ? Painted(text, "2") : std::string(text);
}

std::string Mark(std::string_view text, const std::vector<Span>& spans,
                 bool colour) {
  std::string marked;
  std::uint32_t at = 0;
  for (const Span& span : spans) {
    const std::string words = InLine(SliceUtf16(text, span));
    marked += InLine(SliceUtf16(text, {at, span.start}));
    marked += colour ? Painted(words, "1;33") : fmt::format("[{}]", words);
    at = span.end;
  }
  return marked + InLine(SliceUtf16(text, {at, Utf16Length(text)}));
}

}  // namespace whylight
