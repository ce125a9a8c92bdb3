// A rationale model's answer on a text.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/span.h"
#include "core/math/matrix.h"

namespace whylight {

/// Flags, 0 or 1.
using SelectionMatrix = Eigen::Matrix<std::uint8_t, Eigen::Dynamic,
                                      Eigen::Dynamic, Eigen::RowMajor>;

/// Aspects are the reported ones, in the model's order.
struct RationaleExplanation {
  std::vector<Real> ratings;  ///< In [0, 1], one per aspect.
  std::vector<Span> words;    ///< Where each word of the text stands.
  /// That the word speaks of the aspect: [words x aspects].
  Matrix probability;
  /// 1 if the word is part of the rationale: [words x aspects].
  SelectionMatrix selected;
  std::vector<std::vector<Span>> rationales;  ///< Runs of words, an aspect.
};

}  // namespace whylight
