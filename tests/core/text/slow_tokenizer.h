// The tokenizer's rules, written as plainly as they are told in its header:
// slow, on characters in place of bytes, for comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/characters.h"
#include "core/text/tokenizer.h"
#include "core/text/utf8.h"

namespace whylight {

class SlowTokenizer {
 public:
  static std::vector<Token> Tokenize(std::string_view utf8) {
    SlowTokenizer tokenizer(utf8);
    std::size_t at = 0;
    while (at < tokenizer.size()) at = tokenizer.TakeToken(at);
    return tokenizer.tokens_;
  }

 private:
  explicit SlowTokenizer(std::string_view utf8) {
    std::uint32_t unit = 0;
    for (std::size_t at = 0; at < utf8.size();) {
      const char32_t value = DecodeAt(utf8, &at);
      values_.push_back(value);
      units_.push_back(unit);
      unit += value > 0xFFFF ? 2 : 1;
    }
    units_.push_back(unit);
  }

  // By the shapes that Unicode's table of well-formed sequences lists: the
  // ranges of the first two bytes, and how many follow.
  static char32_t DecodeAt(std::string_view utf8, std::size_t* at) {
    struct Shape {
      unsigned first_low, first_high, second_low, second_high;
      std::size_t length;
    };
    static constexpr Shape kShapes[] = {
        {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3},
        {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
        {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
    const unsigned first = static_cast<unsigned char>(utf8[(*at)++]);
    if (first < 0x80) return first;
    for (const Shape& shape : kShapes) {
      if (first < shape.first_low || first > shape.first_high) continue;
      char32_t value = first & (0x7Fu >> shape.length);
      for (std::size_t i = 1; i < shape.length; ++i) {
        const unsigned low = i == 1 ? shape.second_low : 0x80;
        const unsigned high = i == 1 ? shape.second_high : 0xBF;
        if (*at == utf8.size()) return kReplacementCharacter;
        const unsigned next = static_cast<unsigned char>(utf8[*at]);
        if (next < low || next > high) return kReplacementCharacter;
        value = value * 64 + next % 64;
        ++*at;
      }
      return value;
    }
    return kReplacementCharacter;
  }

  std::size_t size() const { return values_.size(); }
  char32_t Value(std::size_t at) const { return at < size() ? values_[at] : 0; }
  CharacterKind Kind(std::size_t at) const {
    return at < size() ? KindOf(values_[at]) : CharacterKind::kSpace;
  }
  bool IsDigit(std::size_t at) const {
    return Value(at) >= U'0' && Value(at) <= U'9';
  }
  bool IsApostrophe(std::size_t at) const {
    return Value(at) == U'\'' || Value(at) == U'\u2019';
  }
  bool IsFlagHalf(std::size_t at) const {
    return Value(at) >= 0x1F1E6 && Value(at) <= 0x1F1FF;
  }
  bool IsSkinTone(std::size_t at) const {
    return Value(at) >= 0x1F3FB && Value(at) <= 0x1F3FF;
  }
  bool IsKeycap(std::size_t at) const {
    if (!IsDigit(at) && Value(at) != U'#' && Value(at) != U'*') return false;
    const std::size_t frame = Value(at + 1) == 0xFE0F ? at + 2 : at + 1;
    return Value(frame) == 0x20E3;
  }
  // Shows nothing on its own.
  bool IsInvisible(std::size_t at) const {
    const char32_t value = Value(at);
    return (value >= 0xFE00 && value <= 0xFE0F) ||
           (value >= 0x180B && value <= 0x180F) || value >= 0xE0000;
  }
  bool IsOfWord(std::size_t at) const {
    return !IsKeycap(at) && (Kind(at) == CharacterKind::kWord ||
                             Kind(at) == CharacterKind::kExtender);
  }

  // Returns where what follows starts.
  std::size_t TakeToken(std::size_t at) {
    if (IsKeycap(at)) return Finish(at, Extend(at + 1));
    switch (Kind(at)) {
      case CharacterKind::kWord:
        return Finish(at, EndOfWord(at));
      case CharacterKind::kExtender:
        return IsInvisible(at) ? at + 1 : Finish(at, EndOfWord(at));
      case CharacterKind::kPunctuation:
        return Finish(at, EndOfPunctuation(at));
      case CharacterKind::kSymbol:
        return Finish(at, EndOfSymbol(at));
      case CharacterKind::kIdeograph:
        return Finish(at, Extend(at + 1));
      default:
        return at + 1;
    }
  }

  std::size_t Extend(std::size_t at) const {
    while (Kind(at) == CharacterKind::kExtender) ++at;
    return at;
  }

  std::size_t EndOfWord(std::size_t at) const {
    while (true) {
      const bool joins = IsApostrophe(at) ||
                         Kind(at) == CharacterKind::kJoiner ||
                         Kind(at) == CharacterKind::kSoftHyphen;
      const bool parts_digits = (Value(at) == U'.' || Value(at) == U',') &&
                                IsDigit(at - 1) && IsDigit(at + 1) &&
                                !IsKeycap(at + 1);
      if (!IsOfWord(at) && !(joins && IsOfWord(at + 1)) && !parts_digits) {
        return at;
      }
      ++at;
    }
  }

  std::size_t EndOfPunctuation(std::size_t at) const {
    const char32_t value = Value(at);
    do {
      ++at;
    } while (Value(at) == value && !IsKeycap(at));
    return Extend(at);
  }

  std::size_t EndOfSymbol(std::size_t at) const {
    at += IsFlagHalf(at) && IsFlagHalf(at + 1) ? 2 : 1;
    while (true) {
      if (Kind(at) == CharacterKind::kExtender || IsSkinTone(at)) {
        ++at;
      } else if (Value(at) == 0x200D &&
                 Kind(at + 1) == CharacterKind::kSymbol) {
        at += 2;
      } else {
        return at;
      }
    }
  }

  std::size_t Finish(std::size_t begin, std::size_t end) {
    Token token{{}, {units_[begin], units_[end]}};
    for (std::size_t at = begin; at < end; ++at) {
      if (Kind(at) == CharacterKind::kSoftHyphen) continue;
      AppendUtf8(IsApostrophe(at) ? U'\'' : LowerCase(Value(at)), token.text);
    }
    tokens_.push_back(token);
    return end;
  }

  std::vector<char32_t> values_;
  std::vector<std::uint32_t> units_;  // Where each starts, and the end.
  std::vector<Token> tokens_;
};

}  // namespace whylight
