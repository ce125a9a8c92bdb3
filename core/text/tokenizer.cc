#include "core/text/tokenizer.h"

#include <array>
#include <cstdint>
#include <utility>

#include "core/text/characters.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

constexpr char32_t kCurlyApostrophe = 0x2019;
constexpr char32_t kZeroWidthJoiner = 0x200D;
constexpr char32_t kEmojiPresentation = 0xFE0F;
constexpr char32_t kKeycapFrame = 0x20E3;

bool IsDigit(char32_t c) { return c >= '0' && c <= '9'; }
bool IsApostrophe(char32_t c) { return c == '\'' || c == kCurlyApostrophe; }
bool IsRegionalIndicator(char32_t c) { return c >= 0x1F1E6 && c <= 0x1F1FF; }
bool IsSkinTone(char32_t c) { return c >= 0x1F3FB && c <= 0x1F3FF; }

// Reviews are mostly ASCII, so its kinds are looked up and its letters are
// lower-cased without decoding.
struct AsciiTables {
  std::array<CharacterKind, 128> kind;
  std::array<char, 128> lower;

  AsciiTables() : kind(), lower() {
    for (std::size_t c = 0; c < 128; ++c) {
      kind[c] = KindOf(static_cast<char32_t>(c));
      lower[c] = static_cast<char>(LowerCase(static_cast<char32_t>(c)));
    }
  }
};

const AsciiTables& Ascii() {
  static const AsciiTables tables;
  return tables;
}

struct Character {
  CodePoint code;
  CharacterKind kind;
};

class Scanner {
 public:
  explicit Scanner(std::string_view utf8) : utf8_(utf8), ascii_(Ascii()) {}

  std::vector<Token> Scan() {
    while (at_ < utf8_.size()) {
      const Character first = Peek(at_);
      start_ = unit_;
      if (StartsKeycap(at_)) {
        Keycap();
        continue;
      }
      switch (first.kind) {
        case CharacterKind::kWord:
          Word();
          break;
        case CharacterKind::kExtender:
          // A variation selector or a tag alone shows nothing.
          if (IsInvisible(first.code.value)) {
            Skip(first.code);
          } else {
            Word();
          }
          break;
        case CharacterKind::kPunctuation:
          Punctuation(first.code);
          break;
        case CharacterKind::kSymbol:
          Symbol(first.code);
          break;
        case CharacterKind::kIdeograph:
          Take(first.code);
          Extenders();
          Finish();
          break;
        case CharacterKind::kSpace:
        case CharacterKind::kJoiner:
        case CharacterKind::kSoftHyphen:
          Skip(first.code);
          break;
      }
    }
    return std::move(tokens_);
  }

 private:
  Character Peek(std::size_t at) const {
    const auto byte = static_cast<unsigned char>(utf8_[at]);
    if (byte < 0x80) return {{byte, 1, true}, ascii_.kind[byte]};
    const CodePoint code = DecodeUtf8(utf8_, at);
    return {code, KindOf(code.value)};
  }

  // U+0000 at the end of the text, which no rule below looks for.
  char32_t ValueAt(std::size_t at) const {
    return at < utf8_.size() ? DecodeUtf8(utf8_, at).value : 0;
  }

  static bool IsInvisible(char32_t extender) {
    return (extender >= 0xFE00 && extender <= 0xFE0F) ||
           (extender >= 0x180B && extender <= 0x180F) || extender >= 0xE0000;
  }

  void Skip(const CodePoint& code) {
    at_ += code.bytes;
    unit_ += code.Utf16Units();
  }

  void Take(const CodePoint& code) {
    AppendUtf8(IsApostrophe(code.value) ? '\'' : LowerCase(code.value), text_);
    Skip(code);
  }

  void Finish() {
    tokens_.push_back({std::move(text_), {start_, unit_}});
    text_.clear();
  }

  // A digit, # or *, then U+FE0F (often left out), then the frame.
  bool StartsKeycap(std::size_t at) const {
    const char c = utf8_[at];
    if (!(c >= '0' && c <= '9') && c != '#' && c != '*') return false;
    if (at + 1 >= utf8_.size() || (utf8_[at + 1] & 0x80) == 0) return false;
    const CodePoint second = DecodeUtf8(utf8_, at + 1);
    return second.value == kKeycapFrame ||
           (second.value == kEmojiPresentation &&
            ValueAt(at + 1 + second.bytes) == kKeycapFrame);
  }

  void Keycap() {
    Take(DecodeUtf8(utf8_, at_));
    Extenders();
    Finish();
  }

  void Extenders() {
    while (at_ < utf8_.size()) {
      const Character next = Peek(at_);
      if (next.kind != CharacterKind::kExtender) return;
      Take(next.code);
    }
  }

  // Takes ASCII letters and digits up to anything else or a keycap.
  void AsciiLetters() {
    const std::size_t first = at_;
    std::size_t end = at_;
    while (end < utf8_.size()) {
      const auto byte = static_cast<unsigned char>(utf8_[end]);
      if (byte >= 0x80 || ascii_.kind[byte] != CharacterKind::kWord) break;
      ++end;
    }
    if (end > first && StartsKeycap(end - 1)) --end;
    const std::size_t length = text_.size();
    text_.resize(length + end - first);
    for (std::size_t i = first; i < end; ++i) {
      text_[length + i - first] =
          ascii_.lower[static_cast<unsigned char>(utf8_[i])];
    }
    at_ = end;
    unit_ += static_cast<std::uint32_t>(end - first);
  }

  bool WordContinuesAt(std::size_t at) const {
    if (at >= utf8_.size() || StartsKeycap(at)) return false;
    const CharacterKind kind = Peek(at).kind;
    return kind == CharacterKind::kWord || kind == CharacterKind::kExtender;
  }

  void Word() {
    while (true) {
      AsciiLetters();
      if (at_ >= utf8_.size() || StartsKeycap(at_)) break;
      const Character next = Peek(at_);
      const std::size_t after = at_ + next.code.bytes;
      const char32_t c = next.code.value;
      if (next.kind == CharacterKind::kWord ||
          next.kind == CharacterKind::kExtender) {
        Take(next.code);
      } else if (IsApostrophe(c) || next.kind == CharacterKind::kJoiner) {
        if (!WordContinuesAt(after)) break;
        Take(next.code);
      } else if (next.kind == CharacterKind::kSoftHyphen) {
        if (!WordContinuesAt(after)) break;
        Skip(next.code);
      } else if (c == '.' || c == ',') {
        if (!IsDigit(static_cast<unsigned char>(utf8_[at_ - 1])) ||
            !IsDigit(ValueAt(after)) || StartsKeycap(after)) {
          break;
        }
        Take(next.code);
      } else {
        break;
      }
    }
    Finish();
  }

  void Punctuation(const CodePoint& code) {
    do {
      Take(code);
    } while (ValueAt(at_) == code.value && !StartsKeycap(at_));
    Extenders();
    Finish();
  }

  void Symbol(const CodePoint& first) {
    Take(first);
    if (IsRegionalIndicator(first.value) && IsRegionalIndicator(ValueAt(at_))) {
      Take(DecodeUtf8(utf8_, at_));
    }
    while (at_ < utf8_.size()) {
      const Character next = Peek(at_);
      const std::size_t after = at_ + next.code.bytes;
      if (next.kind == CharacterKind::kExtender ||
          IsSkinTone(next.code.value)) {
        Take(next.code);
      } else if (next.code.value == kZeroWidthJoiner && after < utf8_.size() &&
                 Peek(after).kind == CharacterKind::kSymbol) {
        Take(next.code);
        Take(DecodeUtf8(utf8_, after));
      } else {
        break;
      }
    }
    Finish();
  }

  std::string_view utf8_;
  const AsciiTables& ascii_;
  std::size_t at_ = 0;       // In bytes.
  std::uint32_t unit_ = 0;   // The same place in UTF-16 units.
  std::uint32_t start_ = 0;  // Where the current token starts.
  std::string text_;         // Of the current token.
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> Tokenize(std::string_view utf8) {
  return Scanner(utf8).Scan();
}

}  // namespace whylight
