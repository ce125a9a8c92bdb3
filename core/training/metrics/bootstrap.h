// Whether one way is better than another, or was lucky with the examples it was
// measured on (Efron and Tibshirani 1993, section 16.4; for rankings Smucker,
// Allan and Carterette 2007).
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>

#include "core/base/result.h"

namespace whylight {

struct PairedDifference {
  double mean = 0;  ///< Of first - second over all examples.
  double low = 0;   ///< The interval that holds 95 % of the means of samples.
  double high = 0;
  /// Two-sided: how often a sample of examples would put the mean on the other
  /// side of zero, twice. 1 if there is no difference.
  double p = 1;
  std::size_t samples = 0;
};

/// The difference of two figures of the same examples, over `samples` samples
/// of as many examples with replacement. Fails unless there are as many of
/// both, at least one, none NaN.
Result<PairedDifference> PairedBootstrap(std::span<const double> first,
                                         std::span<const double> second,
                                         std::size_t samples,
                                         std::uint64_t seed);

/// The same of how well two figures go with a third one, `wanted`: the
/// difference of their correlations with it (Pearson's). As above, a sample
/// keeps what belongs to an example together.
Result<PairedDifference> BootstrapCorrelations(std::span<const double> first,
                                               std::span<const double> second,
                                               std::span<const double> wanted,
                                               std::size_t samples,
                                               std::uint64_t seed);

/// {"difference", "interval": [low, high], "p", "samples"}, all but p and
/// samples times `scale`.
nlohmann::ordered_json PairedDifferenceToJson(const PairedDifference& found,
                                              double scale);

}  // namespace whylight
