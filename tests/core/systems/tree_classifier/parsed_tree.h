// Trees for tests.
#pragma once

#include <string>
#include <string_view>

#include "core/model/bracketed_tree.h"

namespace whylight {

/// The labelled tree on a line that has one.
inline LabelledTree ParsedTree(std::string_view line) {
  return ParseBrackets(line, true,
                       [](const std::string& message, std::size_t) -> Error {
                         return Invalid(message);
                       })
      .value();
}

}  // namespace whylight
