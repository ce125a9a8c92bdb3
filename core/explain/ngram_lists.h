// Lists of the n-grams of one text, as several recurrences read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/span.h"
#include "core/explain/ngram_attribution.h"

namespace whylight {

/// A skip n-gram of the text and what it adds to a logit.
struct SpanNgram {
  std::vector<Span> words;  ///< From left to right.
  double contribution;
};

/// What the recurrences give to each n-gram together. A table of hashes in few
/// pieces of memory: long texts have millions of n-grams.
class NgramSums {
 public:
  void Add(const std::vector<Index>& words, double contribution);

  /// Adds those that `walk` visits next. False where none was left.
  bool AddNext(NgramWalk& walk) {
    return walk.Next([this](const std::vector<Index>& words,
                            double contribution) { Add(words, contribution); });
  }

  /// The `top` strongest: strongest first, at a tie those further left.
  std::vector<NgramContribution> Strongest(std::size_t top) const;

 private:
  struct Sum {
    double value;
    std::uint32_t hash;
    std::uint32_t first;  ///< Of its words in `words_`,
    std::uint32_t count;  ///< and how many they are.
  };

  /// Where the n-gram is in `slots_`, or the free one where it would be.
  std::size_t Find(const std::vector<Index>& words, std::uint32_t hash) const;
  void Grow();
  std::span<const std::uint32_t> WordsIn(const Sum& sum) const {
    return std::span(words_).subspan(sum.first, sum.count);
  }
  std::vector<Index> WordsOf(const Sum& sum) const;
  bool Precedes(const Sum& a, const Sum& b) const;

  std::vector<Sum> sums_;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> slots_;  ///< 1 + the place of a sum; 0 if free.
};

}  // namespace whylight
