// How words are written, as features of them: capitals, digits, and the letters
// that they begin and end with (Goldberg15 section 3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/format/fields_fwd.h"
#include "core/math/matrix.h"
#include "core/model/word_batch.h"
#include "core/text/tokenizer.h"

namespace whylight {

struct SurfaceOptions {
  Index width = 0;       ///< Of the vector of a word's features; 0: none.
  Index longest = 4;     ///< Letters of the longest beginnings and ends.
  Index buckets = 5000;  ///< Rows into which these are hashed.

  friend bool operator==(const SurfaceOptions&,
                         const SurfaceOptions&) = default;
};

/// Their fields.
const Fields<SurfaceOptions>& SurfaceFields();

enum class WordShape : unsigned char {
  kLower,        ///< "rome", and words of scripts without capitals.
  kCapitalised,  ///< "Rome", "I"
  kCapitals,     ///< "ROME"
  kMixed,        ///< "iPad"
  kNumber,       ///< "1,000"
  kWithDigits,   ///< "2nd"
  kSign,         ///< ",", an emoji
};
inline constexpr std::size_t kWordShapes = 7;

/// The shape of each of the `tokens` of `utf8`, from the characters that they
/// were read from.
std::vector<WordShape> ShapesOf(std::string_view utf8,
                                const std::vector<Token>& tokens);

/// How many rows a table of features has: one a shape, then the buckets.
Index SurfaceRows(const SurfaceOptions& options);

/// A word as it stands in a text.
struct WordForm {
  std::int32_t word;     ///< Its number in the vocabulary.
  WordIds features;      ///< The rows of its features, whose vectors are added.
  std::int32_t tag = 0;  ///< The number of its tag, where a model is given it.
};

/// `text` is that of its token.
WordForm FormOf(std::int32_t word, std::string_view text, WordShape shape,
                const SurfaceOptions& options);

}  // namespace whylight
