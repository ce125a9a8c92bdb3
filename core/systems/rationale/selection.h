// Which words a model selects, given what its generator says of each: shared by
// all that read models, so that they select the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/math/matrix.h"
#include "core/systems/rationale/decoding.h"
#include "core/systems/rationale/options.h"

namespace whylight {

/// Texts of so many words or fewer are short, of so many or more are not.
inline constexpr std::size_t kShortWords = 20;
inline constexpr std::size_t kLongWords = 60;

/// The threshold for a text of `words`: the lower one of short texts,
/// `threshold` in those that are not, and in between on the line from the one
/// to the other.
Real ThresholdIn(const RationaleAspect& aspect, Real threshold,
                 std::size_t words);

/// The words of a text that are selected for an aspect, from their `scores`
/// (AspectScore), where the text is of the model's domain: none if it does not
/// mention the aspect, else at least one.
std::vector<std::uint8_t> SelectForAspect(const RationaleAspect& aspect,
                                          Real threshold, const RunCosts& costs,
                                          std::span<const Real> scores);

/// The same, where `selected` was decoded already.
std::vector<std::uint8_t> KeepIfMentioned(const RationaleAspect& aspect,
                                          Real threshold, const RunCosts& costs,
                                          std::span<const Real> scores,
                                          std::vector<std::uint8_t> selected);

/// The probability that a text is of the model's domain, from the log odds at
/// each of its tokens; from `bias` of a text without any. It is 0 unless the
/// model `knows_words` of the text: what it read would be no language at all.
Real DomainProbability(std::span<const Real> logits, Real bias,
                       bool knows_words);

}  // namespace whylight
