// Word vectors that stand side by side.
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/training/vectors/word_vectors.h"

namespace whylight {

struct JoinOptions {
  std::vector<double> lengths = {};  ///< Of each part's vectors; none: 1.
  /// The mean of a part's vectors, which says nothing of a word, is taken from
  /// each (Mu and Viswanath 2018, "All-but-the-top").
  bool center = false;
};

/// The words of all `parts`, those of the first part first. The vector of a
/// word is its vectors of all parts, each of length 1, one after the other;
/// zeros where a part does not know the word. Counts are not known. Fails with
/// kInvalidArgument on another number of lengths than of parts.
Result<WordVectors> JoinVectors(const std::vector<WordVectors>& parts,
                                const JoinOptions& options = {});

}  // namespace whylight
