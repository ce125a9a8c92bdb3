#include "core/model/surface.h"

#include <algorithm>
#include <string>

#include "core/base/hash.h"
#include "core/format/fields.h"
#include "core/model/limits.h"
#include "core/text/characters.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

struct Counts {
  std::size_t capitals = 0;
  std::size_t letters = 0;
  std::size_t digits = 0;
  bool starts_capital = false;

  void Add(char32_t c) {
    const bool digit = c >= '0' && c <= '9';
    digits += digit;
    const CharacterKind kind = KindOf(c);
    const bool letter =
        kind == CharacterKind::kWord || kind == CharacterKind::kIdeograph;
    if (digit || !letter) return;
    const bool capital = LowerCase(c) != c;
    if (letters == 0) starts_capital = capital;
    ++letters;
    capitals += capital;
  }

  WordShape shape() const {
    if (letters == 0) return digits > 0 ? WordShape::kNumber : WordShape::kSign;
    if (digits > 0) return WordShape::kWithDigits;
    if (capitals == 0) return WordShape::kLower;
    if (capitals == 1 && starts_capital) return WordShape::kCapitalised;
    return capitals == letters ? WordShape::kCapitals : WordShape::kMixed;
  }
};

}  // namespace

const Fields<SurfaceOptions>& SurfaceFields() {
  static const auto fields =
      Fields<SurfaceOptions>("How words are written, as features.")
          .Count("width", &SurfaceOptions::width, {0, kMaxWidth},
                 "Width of the vector of a word's capitals, digits, beginnings "
                 "and ends, beside its word vector; 0: none.")
          .Count("longest", &SurfaceOptions::longest, {0, 8},
                 "Number of letters of the longest beginnings and ends.")
          .Count("buckets", &SurfaceOptions::buckets, {1, 1 << 20},
                 "Number of rows into which beginnings and ends are hashed.");
  return fields;
}

std::vector<WordShape> ShapesOf(std::string_view utf8,
                                const std::vector<Token>& tokens) {
  std::vector<WordShape> shapes;
  shapes.reserve(tokens.size());
  std::size_t at = 0;
  std::uint32_t unit = 0;
  for (const Token& token : tokens) {
    Counts counts;
    while (unit < token.span.end) {
      const CodePoint next = DecodeUtf8(utf8, at);
      if (unit >= token.span.start) counts.Add(next.value);
      at += next.bytes;
      unit += next.Utf16Units();
    }
    shapes.push_back(counts.shape());
  }
  return shapes;
}

Index SurfaceRows(const SurfaceOptions& options) {
  return static_cast<Index>(kWordShapes) + options.buckets;
}

WordForm FormOf(std::int32_t word, std::string_view text, WordShape shape,
                const SurfaceOptions& options) {
  WordForm form{word, {static_cast<std::int32_t>(shape)}};
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < text.size();) {
    starts.push_back(at);
    at += DecodeUtf8(text, at).bytes;
  }
  starts.push_back(text.size());
  const auto add = [&](const char* side, std::string_view letters) {
    const std::uint64_t hash = Fnv1a(side + std::string(letters));
    form.features.push_back(static_cast<std::int32_t>(
        kWordShapes + hash % static_cast<std::uint64_t>(options.buckets)));
  };
  const std::size_t longest =
      std::min(static_cast<std::size_t>(options.longest), starts.size() - 1);
  for (std::size_t n = 1; n <= longest; ++n) {
    add("<", text.substr(0, starts[n]));
    add(">", text.substr(starts[starts.size() - 1 - n]));
  }
  return form;
}

}  // namespace whylight
