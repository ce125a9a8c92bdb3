// Word vectors that stand side by side.
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/training/vectors/word_vectors.h"

namespace whylight {

/// The words of all `parts`, those of the first part first. The vector of a
/// word is its vectors of all parts, each of length 1, one after the other;
/// zeros where a part does not know the word. Counts are not known.
Result<WordVectors> JoinVectors(const std::vector<WordVectors>& parts);

}  // namespace whylight
