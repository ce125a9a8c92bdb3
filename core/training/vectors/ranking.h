// Learns word vectors by a small network that scores windows of a text above
// the same windows with a random word in the middle (window_ranking.h).
#pragma once

#include <memory>

#include "core/training/vectors/batch_learner.h"
#include "core/training/vectors/batch_reader.h"
#include "core/training/vectors/corpus.h"
#include "core/training/vectors/options.h"

namespace whylight {

/// Learns what `reader` reads of `corpus`.
std::unique_ptr<BatchLearner> MakeRanking(const Corpus& corpus,
                                          const VectorOptions& options,
                                          const BatchReader& reader);

}  // namespace whylight
