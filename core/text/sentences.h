// Where sentences end, by marks alone.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace whylight {

/// How many of the `tokens` of `utf8` each of its sentences has. One ends after
/// ".", "!", "?" and the like, and where a line does:
///
///   "Hop!!! It rains\nin May"     2 (Hop !!!), 2 (It rains), 2 (in May)
///
/// No abbreviation is known: "St. John" is two.
std::vector<std::size_t> SentenceLengths(std::string_view utf8,
                                         const std::vector<Token>& tokens);

}  // namespace whylight
