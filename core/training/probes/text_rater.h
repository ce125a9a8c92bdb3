// A model as probes see it: what numbers it gives a text.
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

struct TextRater {
  std::vector<std::string> aspects;  ///< What is rated, at least one thing.
  /// Whether every text has every rating.
  bool always_rates = false;
  /// Of any bytes. Fails with kTextTooLong. One thread at a time may call it.
  std::function<Result<TextRatings>(std::string_view utf8)> rate;
};

}  // namespace whylight
