// Learns vectors of character n-grams from those of words.
#pragma once

#include <cstdint>

#include "core/math/matrix.h"
#include "core/model/subwords.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// Rows for `options.buckets` buckets such that the mean of a word's rows comes
/// near the word's row of `vectors`. Words are read in a random order,
/// `epochs` times; each moves the mean of its rows a share of the way, which
/// falls from a half to nothing.
Matrix FitSubwords(const Vocabulary& vocabulary, const Matrix& vectors,
                   const SubwordOptions& options, int epochs,
                   std::uint64_t seed);

}  // namespace whylight
