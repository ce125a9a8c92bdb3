// Starting values of parameters.
#pragma once

#include <cmath>
#include <string_view>

#include "core/base/random.h"
#include "core/math/matrix.h"

namespace whylight {

/// Uniform in (-limit, limit), a function of the seed and the tensor's name.
inline Matrix UniformMatrix(Index rows, Index cols, double limit,
                            std::uint64_t seed, std::string_view name) {
  std::uint64_t key = 0xcbf29ce484222325u;  // FNV-1a
  for (const char letter : name) {
    key = (key ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
  }
  const CounterRandom random(seed, RandomPurpose::kInitialise, key);
  Matrix matrix(rows, cols);
  for (Index i = 0; i < matrix.size(); ++i) {
    matrix.data()[i] = static_cast<Real>(
        limit * (2 * random.Uniform(static_cast<std::uint64_t>(i)) - 1));
  }
  return matrix;
}

/// Xavier's uniform initialisation, limit √6 / √(fan in + fan out) (G-6.3).
inline Matrix XavierMatrix(Index rows, Index cols, std::uint64_t seed,
                           std::string_view name) {
  return UniformMatrix(rows, cols,
                       std::sqrt(6.0 / static_cast<double>(rows + cols)), seed,
                       name);
}

}  // namespace whylight
