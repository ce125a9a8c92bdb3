// Word vectors as a model wants them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/vectors/word_vectors.h"

namespace whylight {

/// The vectors at `path` of `words` words (0: of all), scaled so that their
/// mean length is `length`: of the words in `first` and, where there is room,
/// of the most frequent others. They stay in the order of `path`.
Result<WordVectors> PrepareVectors(const std::string& path, std::size_t words,
                                   double length,
                                   const std::vector<std::string>& first = {});

}  // namespace whylight
