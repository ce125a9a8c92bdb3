#include "core/training/data/trees.h"

namespace whylight {

Result<LabelledTree> ParseTree(std::string_view line, const Place& place) {
  return ParseBrackets(
      line, true, [&place](const std::string& message, std::size_t column) {
        return place.Fail(message, column);
      });
}

}  // namespace whylight
