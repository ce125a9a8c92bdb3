// What single n-grams give to each unit of a recurrence: the terms of their
// contributions before these are summed.
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/explain/ngram_attribution.h"
#include "core/math/kernels.h"

namespace whylight {

/// For each list of words, the positions of an n-gram in ascending order, its
/// contribution to `functional` unit by unit (AttributeToNgrams): [n-grams x
/// h]. A row adds up to the contribution of its n-gram; zeros for one that is
/// not in the sum. O(order h length) for each. Fails as AttributeToNgrams, and
/// with kInvalidArgument on words that are no n-gram of the text.
Result<MatrixOf<double>> NgramVectors(
    const RcnnRecord& record, const StateFunctional& functional,
    const std::vector<std::vector<Index>>& ngrams);

}  // namespace whylight
