// Single sentences of texts, rated by a classifier: what people say in a few
// words of something whose reviews they rated as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/classifier/model.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

struct RatedSentence {
  std::string text;
  double rating;  ///< In [0, 1]: the grade, where the lowest is 0.
};

/// Up to `each` sentences of every text of a file, drawn from `seed`, in their
/// order. They have 3 to 40 words; no sentence is taken twice. The classifier
/// has grades. Fails with kBadData where no text has such a sentence.
Result<std::vector<RatedSentence>> RateSentences(const Classifier& classifier,
                                                 const std::string& path,
                                                 const DataOptions& reading,
                                                 std::size_t each,
                                                 std::uint64_t seed,
                                                 ThreadPool& pool);

}  // namespace whylight
