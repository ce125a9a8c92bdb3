#include "core/text/characters.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "core/text/utf8.h"

namespace whylight {
namespace {

using enum CharacterKind;

struct Range {
  char32_t first;
  char32_t last;
  CharacterKind kind;
};

// In ascending order. What lies between the ranges is kWord.
constexpr Range kRanges[] = {
    // Basic Latin and Latin-1
    {0x0000, 0x0020, kSpace},
    {0x0021, 0x002F, kPunctuation},
    {0x003A, 0x0040, kPunctuation},
    {0x005B, 0x0060, kPunctuation},
    {0x007B, 0x007E, kPunctuation},
    {0x007F, 0x00A0, kSpace},
    {0x00A1, 0x00A9, kPunctuation},
    {0x00AB, 0x00AC, kPunctuation},
    {0x00AD, 0x00AD, kSoftHyphen},
    {0x00AE, 0x00B1, kPunctuation},
    {0x00B4, 0x00B4, kPunctuation},
    {0x00B6, 0x00B8, kPunctuation},
    {0x00BB, 0x00BB, kPunctuation},
    {0x00BF, 0x00BF, kPunctuation},
    {0x00D7, 0x00D7, kPunctuation},
    {0x00F7, 0x00F7, kPunctuation},
    {0x0300, 0x036F, kExtender},
    // Greek, Cyrillic, Armenian, Hebrew, Arabic, Syriac
    {0x037E, 0x037E, kPunctuation},
    {0x0387, 0x0387, kPunctuation},
    {0x0482, 0x0482, kPunctuation},
    {0x055A, 0x055F, kPunctuation},
    {0x0589, 0x058A, kPunctuation},
    {0x058D, 0x058F, kPunctuation},
    {0x05BE, 0x05BE, kPunctuation},
    {0x05C0, 0x05C0, kPunctuation},
    {0x05C3, 0x05C3, kPunctuation},
    {0x05C6, 0x05C6, kPunctuation},
    {0x0600, 0x0605, kPunctuation},
    {0x0606, 0x060F, kPunctuation},
    {0x061B, 0x061B, kPunctuation},
    {0x061C, 0x061C, kSpace},
    {0x061D, 0x061F, kPunctuation},
    {0x066A, 0x066D, kPunctuation},
    {0x06D4, 0x06D4, kPunctuation},
    {0x06DD, 0x06DE, kPunctuation},
    {0x06E9, 0x06E9, kPunctuation},
    {0x06FD, 0x06FE, kPunctuation},
    {0x0700, 0x070D, kPunctuation},
    // Scripts of South and South-East Asia, Georgian, Ethiopic and others
    {0x0964, 0x0965, kPunctuation},
    {0x0970, 0x0970, kPunctuation},
    {0x09F2, 0x09F3, kPunctuation},
    {0x0AF0, 0x0AF1, kPunctuation},
    {0x0BF3, 0x0BFA, kPunctuation},
    {0x0DF4, 0x0DF4, kPunctuation},
    {0x0E3F, 0x0E3F, kPunctuation},
    {0x0E4F, 0x0E4F, kPunctuation},
    {0x0E5A, 0x0E5B, kPunctuation},
    {0x0F01, 0x0F17, kPunctuation},
    {0x0F3A, 0x0F3D, kPunctuation},
    {0x0FBE, 0x0FC5, kPunctuation},
    {0x0FC7, 0x0FDA, kPunctuation},
    {0x104A, 0x104F, kPunctuation},
    {0x10FB, 0x10FB, kPunctuation},
    {0x1360, 0x1368, kPunctuation},
    {0x1390, 0x1399, kPunctuation},
    {0x1400, 0x1400, kPunctuation},
    {0x166D, 0x166E, kPunctuation},
    {0x1680, 0x1680, kSpace},
    {0x169B, 0x169C, kPunctuation},
    {0x16EB, 0x16ED, kPunctuation},
    {0x1735, 0x1736, kPunctuation},
    {0x17D4, 0x17D6, kPunctuation},
    {0x17D8, 0x17DB, kPunctuation},
    {0x1800, 0x180A, kPunctuation},
    {0x180B, 0x180D, kExtender},
    {0x180E, 0x180E, kSpace},
    {0x180F, 0x180F, kExtender},
    {0x1AB0, 0x1AFF, kExtender},
    {0x1DC0, 0x1DFF, kExtender},
    // General punctuation, currency, symbols
    {0x2000, 0x200B, kSpace},
    {0x200C, 0x200D, kJoiner},
    {0x200E, 0x200F, kSpace},
    {0x2010, 0x2027, kPunctuation},
    {0x2028, 0x202F, kSpace},
    {0x2030, 0x205E, kPunctuation},
    {0x205F, 0x206F, kSpace},
    {0x207A, 0x207E, kPunctuation},
    {0x208A, 0x208E, kPunctuation},
    {0x20A0, 0x20CF, kPunctuation},
    {0x20D0, 0x20FF, kExtender},
    {0x2100, 0x214F, kSymbol},
    {0x2190, 0x245F, kSymbol},
    {0x249C, 0x24E9, kSymbol},
    {0x2500, 0x259F, kPunctuation},
    {0x25A0, 0x27FF, kSymbol},
    {0x2800, 0x2800, kSpace},
    {0x2801, 0x2BFF, kSymbol},
    {0x2CE5, 0x2CEA, kSymbol},
    {0x2CF9, 0x2CFC, kPunctuation},
    {0x2CFE, 0x2CFF, kPunctuation},
    {0x2E00, 0x2E7F, kPunctuation},
    // Chinese, Japanese, Korean
    {0x2E80, 0x2FEF, kIdeograph},
    {0x2FF0, 0x2FFF, kSymbol},
    {0x3000, 0x3000, kSpace},
    {0x3001, 0x3004, kPunctuation},
    {0x3005, 0x3007, kIdeograph},
    {0x3008, 0x3020, kPunctuation},
    {0x3021, 0x3029, kIdeograph},
    {0x302A, 0x302F, kExtender},
    {0x3030, 0x3030, kPunctuation},
    {0x3031, 0x3035, kIdeograph},
    {0x3036, 0x3037, kSymbol},
    {0x3038, 0x303C, kIdeograph},
    {0x303D, 0x303F, kPunctuation},
    {0x3040, 0x3098, kIdeograph},
    {0x3099, 0x309A, kExtender},
    {0x309B, 0x309C, kPunctuation},
    {0x309D, 0x309F, kIdeograph},
    {0x30A0, 0x30A0, kPunctuation},
    {0x30A1, 0x30FA, kIdeograph},
    {0x30FB, 0x30FB, kPunctuation},
    {0x30FC, 0x30FF, kIdeograph},
    {0x3190, 0x319F, kSymbol},
    {0x31C0, 0x31EF, kSymbol},
    {0x31F0, 0x31FF, kIdeograph},
    {0x3200, 0x33FF, kSymbol},
    {0x3400, 0x4DBF, kIdeograph},
    {0x4DC0, 0x4DFF, kSymbol},
    {0x4E00, 0x9FFF, kIdeograph},
    {0xA490, 0xA4CF, kSymbol},
    {0xA4FE, 0xA4FF, kPunctuation},
    {0xA60D, 0xA60F, kPunctuation},
    {0xA673, 0xA673, kPunctuation},
    {0xA67E, 0xA67E, kPunctuation},
    {0xA6F2, 0xA6F7, kPunctuation},
    {0xA828, 0xA82B, kPunctuation},
    {0xA836, 0xA839, kPunctuation},
    {0xA874, 0xA877, kPunctuation},
    {0xA8CE, 0xA8CF, kPunctuation},
    {0xA8F8, 0xA8FA, kPunctuation},
    {0xA8FC, 0xA8FC, kPunctuation},
    {0xA92E, 0xA92F, kPunctuation},
    {0xA95F, 0xA95F, kPunctuation},
    {0xA9C1, 0xA9CD, kPunctuation},
    {0xA9DE, 0xA9DF, kPunctuation},
    {0xAA5C, 0xAA5F, kPunctuation},
    {0xAA77, 0xAA79, kPunctuation},
    {0xAADE, 0xAADF, kPunctuation},
    {0xAAF0, 0xAAF1, kPunctuation},
    {0xABEB, 0xABEB, kPunctuation},
    // Private use, compatibility forms, half and full width
    {0xD800, 0xF8FF, kSymbol},
    {0xF900, 0xFAFF, kIdeograph},
    {0xFB29, 0xFB29, kPunctuation},
    {0xFD3E, 0xFD3F, kPunctuation},
    {0xFDFC, 0xFDFD, kPunctuation},
    {0xFE00, 0xFE0F, kExtender},
    {0xFE10, 0xFE1F, kPunctuation},
    {0xFE20, 0xFE2F, kExtender},
    {0xFE30, 0xFE6F, kPunctuation},
    {0xFEFF, 0xFEFF, kSpace},
    {0xFF01, 0xFF0F, kPunctuation},
    {0xFF1A, 0xFF20, kPunctuation},
    {0xFF3B, 0xFF40, kPunctuation},
    {0xFF5B, 0xFF65, kPunctuation},
    {0xFF66, 0xFF9D, kIdeograph},
    {0xFF9E, 0xFF9F, kExtender},
    {0xFFE0, 0xFFEF, kPunctuation},
    {0xFFF0, 0xFFFB, kSpace},
    {0xFFFC, 0xFFFF, kSymbol},
    // Beyond the Basic Multilingual Plane
    {0x10100, 0x10102, kPunctuation},
    {0x1B000, 0x1B16F, kIdeograph},
    {0x1D000, 0x1D35F, kSymbol},
    {0x1F000, 0x1FBEF, kSymbol},
    {0x20000, 0x3FFFF, kIdeograph},
    {0xE0000, 0xE0FFF, kExtender},
    {0xF0000, 0x10FFFF, kSymbol},
};

}  // namespace

CharacterKind KindOf(char32_t c) {
  // The letters of Europe need no search.
  if ((c >= 0xF8 && c < 0x300) || (c >= 0x388 && c < 0x482)) return kWord;
  const Range* range = std::lower_bound(
      std::begin(kRanges), std::end(kRanges), c,
      [](const Range& r, char32_t value) { return r.last < value; });
  return range != std::end(kRanges) && c >= range->first ? range->kind : kWord;
}

char32_t LowerCase(char32_t c) {
  // Most alphabets put capitals and small letters in neighbouring pairs.
  const auto pair_at_even = [c] { return c | 1; };
  const auto pair_at_odd = [c] { return c + (c & 1); };
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  if (c < 0x100) return c >= 0xC0 && c <= 0xDE && c != 0xD7 ? c + 32 : c;
  if (c < 0x180) {  // Latin Extended-A
    if (c == 0x130) return 'i';
    if (c == 0x178) return 0xFF;
    if (c == 0x131 || c == 0x138 || c == 0x149 || c == 0x17F) return c;
    if ((c >= 0x139 && c <= 0x148) || c >= 0x179) return pair_at_odd();
    return pair_at_even();
  }
  if (c < 0x250) {  // Latin Extended-B
    if ((c >= 0x1CD && c <= 0x1DC)) return pair_at_odd();
    if ((c >= 0x1DE && c <= 0x1EF) || (c >= 0x1F8 && c <= 0x21F) ||
        (c >= 0x222 && c <= 0x233) || c >= 0x246) {
      return pair_at_even();
    }
    switch (c) {
      case 0x1C4:
      case 0x1C7:
      case 0x1CA:
      case 0x1F1:
        return c + 2;
      case 0x182:
      case 0x184:
      case 0x187:
      case 0x18B:
      case 0x191:
      case 0x198:
      case 0x1A0:
      case 0x1A2:
      case 0x1A4:
      case 0x1A7:
      case 0x1AC:
      case 0x1AF:
      case 0x1B3:
      case 0x1B5:
      case 0x1B8:
      case 0x1BC:
      case 0x1C5:
      case 0x1C8:
      case 0x1CB:
      case 0x1F2:
      case 0x1F4:
      case 0x23B:
      case 0x241:
        return c + 1;
      default:
        return c;
    }
  }
  if (c >= 0x370 && c < 0x400) {  // Greek
    if (c >= 0x391 && c <= 0x3AB && c != 0x3A2) return c + 32;
    if (c == 0x386) return 0x3AC;
    if (c >= 0x388 && c <= 0x38A) return c + 37;
    if (c == 0x38C) return 0x3CC;
    if (c == 0x38E || c == 0x38F) return c + 63;
    if (c >= 0x3D8 && c <= 0x3EF) return pair_at_even();
    return c;
  }
  if (c >= 0x400 && c < 0x530) {  // Cyrillic
    if (c < 0x410) return c + 80;
    if (c < 0x430) return c + 32;
    if (c >= 0x460 && c <= 0x481) return pair_at_even();
    if (c == 0x4C0) return 0x4CF;
    if (c >= 0x4C1 && c <= 0x4CE) return pair_at_odd();
    if ((c >= 0x48A && c <= 0x4BF) || c >= 0x4D0) return pair_at_even();
    return c;
  }
  if (c >= 0x531 && c <= 0x556) return c + 48;  // Armenian
  if (c >= 0x1E00 && c < 0x1F00) {              // Latin Extended Additional
    if (c == 0x1E9E) return 0xDF;
    return c <= 0x1E95 || c >= 0x1EA0 ? pair_at_even() : c;
  }
  if (c >= 0xFF21 && c <= 0xFF3A) return c + 32;  // Full-width Latin
  return c;
}

std::string LowerCase(std::string_view text) {
  std::string lower;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeUtf8(text, at);
    AppendUtf8(LowerCase(next.value), lower);
    at += next.bytes;
  }
  return lower;
}

bool IsPunctuation(std::string_view token) {
  return !token.empty() &&
         KindOf(DecodeUtf8(token, 0).value) == CharacterKind::kPunctuation;
}

}  // namespace whylight
