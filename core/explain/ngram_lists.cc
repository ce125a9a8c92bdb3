#include "core/explain/ngram_lists.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace whylight {

std::vector<NgramContribution> NgramSums::Strongest(std::size_t top) const {
  using Sum = std::pair<const std::vector<Index>, double>;
  std::vector<const Sum*> sums;
  sums.reserve(sums_.size());
  for (const Sum& sum : sums_) sums.push_back(&sum);
  const auto end =
      sums.begin() + static_cast<std::ptrdiff_t>(std::min(top, sums.size()));
  // The order of a hash table is nobody's: ties go to the words further left.
  std::partial_sort(
      sums.begin(), end, sums.end(), [](const Sum* a, const Sum* b) {
        const double size_a = std::abs(a->second);
        const double size_b = std::abs(b->second);
        return size_a != size_b ? size_a > size_b : a->first < b->first;
      });
  std::vector<NgramContribution> strongest;
  for (auto sum = sums.begin(); sum != end; ++sum) {
    strongest.push_back({(*sum)->first, (*sum)->second});
  }
  return strongest;
}

}  // namespace whylight
