#include "core/training/metrics/check_numbers.h"

#include <cmath>
#include <string>

namespace whylight {

Status CheckNumbers(std::span<const double> numbers, std::size_t count) {
  if (numbers.size() != count) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected " + std::to_string(count) + " numbers, found " +
                     std::to_string(numbers.size())};
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isnan(numbers[i])) continue;
    return Error{ErrorCode::kNotFinite, "expected numbers, found NaN as the " +
                                            std::to_string(i + 1) + ". of " +
                                            std::to_string(count)};
  }
  return {};
}

}  // namespace whylight
