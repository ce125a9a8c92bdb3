// What is searched for of a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/span.h"

namespace whylight {

/// An occurrence of a term in a text.
struct TextTerm {
  std::string text;
  Span span;
};

/// The tokens of a text without punctuation.
std::vector<TextTerm> TermsOf(std::string_view text);

}  // namespace whylight
