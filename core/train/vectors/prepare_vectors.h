// Word vectors as a model wants them.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/result.h"
#include "core/train/vectors/word_vectors.h"

namespace whylight {

/// The vectors at `path` of the `words` most frequent words (0: of all), scaled
/// so that their mean length is `length`.
Result<WordVectors> PrepareVectors(const std::string& path, std::size_t words,
                                   double length);

}  // namespace whylight
