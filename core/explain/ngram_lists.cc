#include "core/explain/ngram_lists.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/base/hash.h"

namespace whylight {
namespace {

struct HashOfWords {
  std::size_t operator()(const std::vector<Index>& words) const {
    return FoldedHash(words);
  }
};

}  // namespace

void MirrorNgrams(Index length, std::vector<NgramContribution>* ngrams) {
  for (NgramContribution& ngram : *ngrams) {
    std::reverse(ngram.words.begin(), ngram.words.end());
    for (Index& word : ngram.words) word = length - 1 - word;
  }
}

std::vector<NgramContribution> StrongestTogether(
    const std::vector<const std::vector<NgramContribution>*>& lists,
    std::size_t top) {
  std::size_t count = 0;
  for (const auto* list : lists) count += list->size();
  std::unordered_map<std::vector<Index>, double, HashOfWords> sums;
  sums.reserve(count);
  for (const auto* list : lists) {
    for (const NgramContribution& ngram : *list) {
      sums[ngram.words] += ngram.contribution;
    }
  }
  std::vector<NgramContribution> strongest;
  strongest.reserve(sums.size());
  for (const auto& [words, sum] : sums) strongest.push_back({words, sum});
  const auto end = strongest.begin() +
                   static_cast<std::ptrdiff_t>(std::min(top, strongest.size()));
  // The order of a hash table is nobody's: ties go to the words further left.
  std::partial_sort(strongest.begin(), end, strongest.end(),
                    [](const auto& a, const auto& b) {
                      const double size_a = std::abs(a.contribution);
                      const double size_b = std::abs(b.contribution);
                      return size_a != size_b ? size_a > size_b
                                              : a.words < b.words;
                    });
  strongest.erase(end, strongest.end());
  return strongest;
}

}  // namespace whylight
