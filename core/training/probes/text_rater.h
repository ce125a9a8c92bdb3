// A model as probes see it: what numbers it gives a text, or what it says of
// two.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace whylight {

struct TextRating {
  double number = 0;  ///< In [0, 1].
  /// The class that it stands for, where numbers stand for classes.
  std::string label = {};
};

/// One for each aspect; none where the text does not speak of it.
using TextRatings = std::vector<std::optional<TextRating>>;

/// What holds of two texts, and how sure that is.
struct PairVerdict {
  std::string label;
  double probability = 0;
};

/// Either rates single texts or compares two.
struct TextRater {
  /// What is rated, at least one thing; none where texts are compared.
  std::vector<std::string> aspects = {};
  /// Whether every text has every rating.
  bool always_rates = false;
  /// Of any bytes. Fails with kTextTooLong. One thread at a time may call it.
  std::function<Result<TextRatings>(std::string_view utf8)> rate = {};
  std::vector<std::string> labels = {};  ///< What may hold of two texts.
  /// The same of two texts, in this order. Empty where single ones are rated.
  std::function<Result<PairVerdict>(std::string_view first,
                                    std::string_view second)>
      compare = {};
};

}  // namespace whylight
