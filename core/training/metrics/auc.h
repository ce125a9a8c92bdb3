// How well one score tells two classes apart, whatever the threshold.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/result.h"

namespace whylight {

/// The chance that a positive example has a higher score than a negative one,
/// the area under the ROC curve. A tie counts half, as it does in that area: a
/// constant score is worth 0.5, no more than a random one. Fails with one class
/// only, of which there is no such chance.
Result<double> AreaUnderRoc(std::span<const double> scores,
                            std::span<const std::uint8_t> positive);

/// The average precision of all examples as one ranking (ranking.h): of equal
/// scores the negative ones come first. Fails without a positive example.
Result<double> AveragePrecisionOfPairs(std::span<const double> scores,
                                       std::span<const std::uint8_t> positive);

}  // namespace whylight
