// Checks that every metric makes of the numbers it is given.
#pragma once

#include <cstddef>
#include <span>

#include "core/base/result.h"

namespace whylight {

/// Fails unless there are `count` numbers and none is NaN, which would have no
/// place in an order and spoil every sum.
Status CheckNumbers(std::span<const double> numbers, std::size_t count);

}  // namespace whylight
