// JSON as a plain tree, whoever parsed it: natively a library, in a browser the
// engine's own parser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace whylight {

/// Up to here a double holds every whole number.
inline constexpr std::int64_t kExactWhole = 9007199254740992;

struct Document {
  enum class Kind { kNull, kBoolean, kNumber, kText, kList, kObject };

  Kind kind = Kind::kNull;
  double number = 0;   ///< Of kNumber; of kBoolean 0 or 1.
  bool whole = false;  ///< The number has no fraction.
  /// Of kText; of a whole number that a double cannot hold, its digits, where
  /// the parser knows them.
  std::string text;
  std::vector<Document> items;    ///< Of kList and kObject.
  std::vector<std::string> keys;  ///< Of kObject, one per item.

  bool is(Kind other) const { return kind == other; }
  bool IsText(std::string_view other) const {
    return kind == Kind::kText && text == other;
  }
  /// True of 0, 1, 2, ...
  bool IsCount() const { return kind == Kind::kNumber && whole && number >= 0; }
  /// The item called `key`, or null; null as well of all but objects.
  const Document* Find(std::string_view key) const {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == key) return &items[i];
    }
    return nullptr;
  }
};

/// A whole number for a message.
inline std::string CountText(const Document& whole) {
  if (!whole.text.empty()) return whole.text;
  if (whole.number > static_cast<double>(kExactWhole)) {
    return "more than " + std::to_string(kExactWhole);
  }
  if (whole.number < -static_cast<double>(kExactWhole)) {
    return "less than -" + std::to_string(kExactWhole);
  }
  return std::to_string(static_cast<std::int64_t>(whole.number));
}

/// Parses the whole of `bytes`. Fails with kBadModel, a message that starts
/// with `name`, when they are not JSON, or lists and objects nest deeper than
/// `max_depth`.
using DocumentParser = Result<Document> (*)(std::string_view bytes,
                                            std::string_view name,
                                            std::size_t max_depth);

}  // namespace whylight
