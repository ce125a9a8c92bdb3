// Starting values of parameters.
#pragma once

#include <cmath>
#include <string_view>

#include "core/base/hash.h"
#include "core/base/random.h"
#include "core/math/matrix.h"

namespace whylight {

/// How a [fan in x fan out] matrix starts (Lei17 appendix B.1, Goldberg15
/// section 6.3). All are uniform in (-limit, limit) but He's, which is normal.
enum class Initialisation {
  kXavier,    ///< limit √(6 / (fan in + fan out))
  kUnitRows,  ///< limit √(3 / fan in): the expected squared norm of each
              ///< unit's weights is 1
  kSmall,     ///< limit 0.05, as in the released code
  kHe,        ///< standard deviation √(2 / fan in), for ReLU
};

/// The stream of numbers of the tensor called `name`.
inline CounterRandom InitialRandom(std::uint64_t seed, std::string_view name) {
  return {seed, RandomPurpose::kInitialise, Fnv1a(name)};
}

/// Uniform in (-limit, limit), a function of the seed and the tensor's name.
inline Matrix UniformMatrix(Index rows, Index cols, double limit,
                            std::uint64_t seed, std::string_view name) {
  const CounterRandom random = InitialRandom(seed, name);
  Matrix matrix(rows, cols);
  for (Index i = 0; i < matrix.size(); ++i) {
    matrix.data()[i] = static_cast<Real>(
        limit * (2 * random.Uniform(static_cast<std::uint64_t>(i)) - 1));
  }
  return matrix;
}

/// Normal with mean 0, a function of the seed and the tensor's name.
inline Matrix NormalMatrix(Index rows, Index cols, double deviation,
                           std::uint64_t seed, std::string_view name) {
  const CounterRandom random = InitialRandom(seed, name);
  Matrix matrix(rows, cols);
  for (Index i = 0; i < matrix.size(); ++i) {
    matrix.data()[i] = static_cast<Real>(
        deviation * random.Normal(static_cast<std::uint64_t>(i)));
  }
  return matrix;
}

/// A starting [fan in x fan out] matrix, a function of the seed and its name.
inline Matrix InitialMatrix(Initialisation how, Index rows, Index cols,
                            std::uint64_t seed, std::string_view name) {
  const auto in = static_cast<double>(rows);
  const auto out = static_cast<double>(cols);
  switch (how) {
    case Initialisation::kUnitRows:
      return UniformMatrix(rows, cols, std::sqrt(3.0 / in), seed, name);
    case Initialisation::kSmall:
      return UniformMatrix(rows, cols, 0.05, seed, name);
    case Initialisation::kHe:
      return NormalMatrix(rows, cols, std::sqrt(2.0 / in), seed, name);
    case Initialisation::kXavier:
      break;
  }
  return UniformMatrix(rows, cols, std::sqrt(6.0 / (in + out)), seed, name);
}

}  // namespace whylight
