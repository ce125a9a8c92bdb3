// A rationale model's answer on a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/span.h"
#include "core/math/matrix.h"

namespace whylight {

/// Flags, 0 or 1.
using SelectionMatrix = Eigen::Matrix<std::uint8_t, Eigen::Dynamic,
                                      Eigen::Dynamic, Eigen::RowMajor>;

/// Aspects are the reported ones, in the model's order.
struct RationaleExplanation {
  /// In [0, 1], one per aspect; none where the text does not speak of it, which
  /// is where no word is selected.
  std::vector<std::optional<Real>> ratings;
  /// The standard deviation of each rating; none without one, or where the
  /// model is not calibrated.
  std::vector<std::optional<Real>> spreads;
  /// What the model rates where it reads no words: near the training mean.
  std::vector<Real> priors;
  /// The probability that language and subject are those of the model, if it
  /// has a score for it; below its threshold no aspect is rated.
  std::optional<Real> domain;
  /// False below that threshold, and where no word of the text is known.
  bool in_domain = true;
  Real known = 0;  ///< The share of the text's words that the model knows.
  std::vector<Span> words;  ///< Where each word of the text stands.
  /// That the word speaks of the aspect: [words x aspects].
  Matrix probability;
  /// 1 if the word is part of the rationale: [words x aspects].
  SelectionMatrix selected;
  std::vector<std::vector<Span>> rationales;  ///< Runs of words, an aspect.

  /// What the encoder rates: the rating or, of no words, the prior.
  Real RatingOrPrior(std::size_t aspect) const {
    return ratings[aspect].value_or(priors[aspect]);
  }
};

}  // namespace whylight
