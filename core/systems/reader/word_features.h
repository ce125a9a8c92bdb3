// Numbers beside the vector of a word that say what it is to two texts (Tay19
// sections 5.3 and 8.3).
#pragma once

#include "core/math/matrix.h"
#include "core/model/word_batch.h"
#include "core/systems/reader/options.h"

namespace whylight {

/// Those that the options ask for, of each of `words`, [L x features]: 1 if the
/// word is in the other text, else 0; how often it is in its own, over how
/// often the most frequent one is; and the largest cosine with a word of the
/// other. A row of `directions` is a word's vector of length 1 or, of one
/// without, 0. Unknown words are like none.
Matrix WordFeatures(const ReaderOptions& options, const WordIds& words,
                    const WordIds& other, const Matrix& directions);

}  // namespace whylight
