// Lists of the n-grams of one text, as several recurrences read it.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "core/base/hash.h"
#include "core/base/span.h"
#include "core/explain/ngram_attribution.h"

namespace whylight {

/// A skip n-gram of the text and what it adds to a logit.
struct SpanNgram {
  std::vector<Span> words;  ///< From left to right.
  double contribution;
};

/// What the recurrences give to each n-gram together.
class NgramSums {
 public:
  /// Makes room for so many.
  void Reserve(std::size_t ngrams) { sums_.reserve(ngrams); }

  void Add(const std::vector<Index>& words, double contribution) {
    sums_[words] += contribution;
  }

  /// Adds those that `walk` visits next. False where none was left.
  bool AddNext(NgramWalk& walk) {
    return walk.Next([this](const std::vector<Index>& words,
                            double contribution) { Add(words, contribution); });
  }

  /// The `top` strongest: strongest first, at a tie those further left.
  std::vector<NgramContribution> Strongest(std::size_t top) const;

 private:
  struct HashOfWords {
    std::size_t operator()(const std::vector<Index>& words) const {
      return FoldedHash(words);
    }
  };

  std::unordered_map<std::vector<Index>, double, HashOfWords> sums_;
};

}  // namespace whylight
