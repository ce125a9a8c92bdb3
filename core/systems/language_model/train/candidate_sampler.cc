#include "core/systems/language_model/train/candidate_sampler.h"

#include <algorithm>
#include <cmath>

namespace whylight {

CandidateSampler::CandidateSampler(const std::vector<std::uint64_t>& counts) {
  constexpr double kPower = 0.75;
  double sum = 0;
  for (const std::uint64_t count : counts) {
    sum += std::pow(static_cast<double>(count), kPower);
    until_.push_back(sum);
  }
}

std::vector<std::int32_t> CandidateSampler::Draw(
    std::size_t draws, const CounterRandom& random) const {
  std::vector<std::int32_t> words;
  for (std::size_t i = 0; i < draws; ++i) {
    // Rounding may bring the product up to the sum itself.
    const auto found = std::upper_bound(until_.begin(), until_.end() - 1,
                                        random.Uniform(i) * until_.back());
    words.push_back(static_cast<std::int32_t>(found - until_.begin()));
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

Real CandidateSampler::LogExpected(std::int32_t word, std::size_t draws) const {
  const auto at = static_cast<std::size_t>(word);
  const double weight = until_[at] - (at == 0 ? 0 : until_[at - 1]);
  // 1 - (1 - p)^draws, exact where p is small.
  const double share = weight / until_.back();
  return static_cast<Real>(
      std::log(-std::expm1(static_cast<double>(draws) * std::log1p(-share))));
}

}  // namespace whylight
