// Lists of the n-grams of one text, as several recurrences read it.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/span.h"
#include "core/explain/ngram_attribution.h"

namespace whylight {

/// A skip n-gram of the text and what it adds to a logit.
struct SpanNgram {
  std::vector<Span> words;  ///< From left to right.
  double contribution;
};

/// Turns the n-grams of a text that was read from the last of its `length`
/// words to its first into those of the text.
void MirrorNgrams(Index length, std::vector<NgramContribution>* ngrams);

/// The `top` strongest n-grams of all lists together, what is in several added
/// up: strongest first, at a tie those further left.
std::vector<NgramContribution> StrongestTogether(
    const std::vector<const std::vector<NgramContribution>*>& lists,
    std::size_t top);

}  // namespace whylight
