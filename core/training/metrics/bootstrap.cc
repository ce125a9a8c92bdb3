#include "core/training/metrics/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/random.h"
#include "core/training/metrics/check_numbers.h"

namespace whylight {

Result<PairedDifference> PairedBootstrap(std::span<const double> first,
                                         std::span<const double> second,
                                         std::size_t samples,
                                         std::uint64_t seed) {
  for (const auto& numbers : {first, second}) {
    if (Status checked = CheckNumbers(numbers, first.size()); !checked.ok()) {
      return checked.error();
    }
  }
  if (first.empty() || samples == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected at least one example and one sample, found " +
                     std::to_string(first.size()) + " and " +
                     std::to_string(samples)};
  }
  const auto count = static_cast<double>(first.size());
  std::vector<double> differences;
  PairedDifference found;
  found.samples = samples;
  for (std::size_t i = 0; i < first.size(); ++i) {
    differences.push_back(first[i] - second[i]);
    found.mean += differences.back() / count;
  }
  std::vector<double> means;
  std::size_t not_above = 0;
  std::size_t not_below = 0;
  for (std::size_t s = 0; s < samples; ++s) {
    const CounterRandom random(seed, RandomPurpose::kBootstrap, s);
    double sum = 0;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      sum += differences[static_cast<std::size_t>(
          random.Below(i, differences.size()))];
    }
    means.push_back(sum / count);
    if (sum <= 0) ++not_above;
    if (sum >= 0) ++not_below;
  }
  std::sort(means.begin(), means.end());
  const auto at = [&](double share) {
    const auto place = static_cast<std::size_t>(
        share * static_cast<double>(means.size() - 1) + 0.5);
    return means[place];
  };
  found.low = at(0.025);
  found.high = at(0.975);
  found.p =
      std::min(1.0, 2 * static_cast<double>(std::min(not_above, not_below)) /
                        static_cast<double>(samples));
  return found;
}

nlohmann::ordered_json PairedDifferenceToJson(const PairedDifference& found,
                                              double scale) {
  return {{"difference", scale * found.mean},
          {"interval", {scale * found.low, scale * found.high}},
          {"p", found.p},
          {"samples", found.samples}};
}

}  // namespace whylight
