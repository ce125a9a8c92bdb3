// Counter-based random numbers: each number is a function of where it is used,
// so no thread, shard or restart can change it.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace whylight {

/// The use of a random number. Two purposes never share numbers.
enum class RandomPurpose : std::uint64_t {
  kInitialise = 1,
  kShuffle = 2,
  kDropout = 3,
  kSelection = 4,
  kWindow = 5,
  kSubsample = 6,
  kNegative = 7,
  kRandomSpans = 8,
  kSample = 9,
  kBootstrap = 10,
};

/// A family of random numbers keyed by seed, purpose and up to two more keys
/// (step and example, say); `Bits(i)` is its i-th member.
class CounterRandom {
 public:
  CounterRandom(std::uint64_t seed, RandomPurpose purpose,
                std::uint64_t key1 = 0, std::uint64_t key2 = 0)
      : key_(Mix(
            Mix(Mix(Mix(seed) ^ static_cast<std::uint64_t>(purpose)) ^ key1) ^
            key2)) {}

  std::uint64_t Bits(std::uint64_t position) const {
    return Mix(key_ ^ Mix(position));
  }

  /// Uniform in the open interval (0, 1): both log(u) and log(1 - u) exist.
  double Uniform(std::uint64_t position) const {
    return (static_cast<double>(Bits(position) >> 12) + 0.5) * 0x1p-52;
  }

  /// Uniform in {0, ..., bound - 1}. The bias is below bound / 2^53.
  std::uint64_t Below(std::uint64_t position, std::uint64_t bound) const {
    return static_cast<std::uint64_t>(Uniform(position) *
                                      static_cast<double>(bound));
  }

  /// A standard normal variate (Box-Muller), from members 2i and 2i + 1.
  double Normal(std::uint64_t i) const {
    constexpr double kTwoPi = 6.283185307179586;
    return std::sqrt(-2 * std::log(Uniform(2 * i))) *
           std::cos(kTwoPi * Uniform(2 * i + 1));
  }

  /// A standard Gumbel variate, -log(-log(u)).
  double Gumbel(std::uint64_t position) const {
    return -std::log(-std::log(Uniform(position)));
  }

 private:
  // The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
  static constexpr std::uint64_t Mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  std::uint64_t key_;
};

/// A random order of 0 .. count-1 (Fisher-Yates).
inline std::vector<std::size_t> Permutation(std::size_t count,
                                            const CounterRandom& random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = count; i > 1; --i) {
    std::swap(order[i - 1],
              order[static_cast<std::size_t>(random.Below(i, i))]);
  }
  return order;
}

}  // namespace whylight
