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
  /// In [0, 1]; none where there are labels without grades.
  std::optional<double> number = {};
  /// The class, where there are some.
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
  /// Whether ratings are numbers.
  bool has_numbers = true;
  /// Of any bytes. Fails with kTextTooLong. One thread at a time may call it.
  std::function<Result<TextRatings>(std::string_view utf8)> rate = {};
  /// A list for each aspect: the classes that it may have, empty where it is a
  /// number alone. Of two texts a single list: what may hold of them.
  std::vector<std::vector<std::string>> labels = {};
  /// What holds of two texts, in this order. Empty where single ones are rated.
  std::function<Result<PairVerdict>(std::string_view first,
                                    std::string_view second)>
      compare = {};
};

}  // namespace whylight
