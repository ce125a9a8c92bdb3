#include "core/explain/ngram_lists.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/base/hash.h"

namespace whylight {

void NgramSums::Add(const std::vector<Index>& words, double contribution) {
  if (2 * sums_.size() >= slots_.size()) Grow();
  const auto hash = static_cast<std::uint32_t>(FoldedHash(words));
  std::uint32_t& slot = slots_[Find(words, hash)];
  if (slot != 0) {
    sums_[slot - 1].value += contribution;
    return;
  }
  sums_.push_back({contribution, hash,
                   static_cast<std::uint32_t>(words_.size()),
                   static_cast<std::uint32_t>(words.size())});
  for (const Index word : words) {
    words_.push_back(static_cast<std::uint32_t>(word));
  }
  slot = static_cast<std::uint32_t>(sums_.size());
}

std::vector<NgramContribution> NgramSums::Strongest(std::size_t top) const {
  std::vector<std::uint32_t> order(sums_.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto end =
      order.begin() + static_cast<std::ptrdiff_t>(std::min(top, order.size()));
  std::partial_sort(order.begin(), end, order.end(),
                    [this](std::uint32_t a, std::uint32_t b) {
                      return Precedes(sums_[a], sums_[b]);
                    });
  std::vector<NgramContribution> strongest;
  for (auto place = order.begin(); place != end; ++place) {
    strongest.push_back({WordsOf(sums_[*place]), sums_[*place].value});
  }
  return strongest;
}

std::size_t NgramSums::Find(const std::vector<Index>& words,
                            std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    const Sum& sum = sums_[slots_[at] - 1];
    if (sum.hash == hash && sum.count == words.size() &&
        std::equal(words.begin(), words.end(), WordsIn(sum).begin(),
                   [](Index a, std::uint32_t b) {
                     return static_cast<std::uint32_t>(a) == b;
                   })) {
      break;
    }
  }
  return at;
}

void NgramSums::Grow() {
  slots_.assign(std::max<std::size_t>(1024, 4 * slots_.size()), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    std::size_t at = sums_[i].hash & mask;
    while (slots_[at] != 0) at = (at + 1) & mask;
    slots_[at] = static_cast<std::uint32_t>(i + 1);
  }
}

std::vector<Index> NgramSums::WordsOf(const Sum& sum) const {
  const std::span<const std::uint32_t> words = WordsIn(sum);
  return {words.begin(), words.end()};
}

// The order of hashes is nobody's: ties go to the words further left.
bool NgramSums::Precedes(const Sum& a, const Sum& b) const {
  const double size_a = std::abs(a.value);
  const double size_b = std::abs(b.value);
  return size_a != size_b ? size_a > size_b : WordsOf(a) < WordsOf(b);
}

}  // namespace whylight
