#include "core/systems/rationale/train/random_runs.h"

#include <numeric>

#include "core/base/random.h"

namespace whylight {

std::vector<std::uint8_t> RandomRuns(const std::vector<std::size_t>& lengths,
                                     std::size_t words, std::uint64_t seed,
                                     std::uint64_t key) {
  std::vector<std::uint8_t> selected(words);
  if (lengths.empty()) return selected;
  const CounterRandom random(seed, RandomPurpose::kRandomSpans, key);
  const std::size_t total =
      std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
  // Runs in random order; the words between them fall into the gaps by a
  // random choice of bars among stars. Inner gaps keep one word apart.
  const std::vector<std::size_t> order = Permutation(lengths.size(), random);
  const std::size_t inner = lengths.size() - 1;
  const std::size_t free = words - total;
  const std::size_t apart = free >= inner ? 1 : 0;
  const std::size_t stars = free - apart * inner;
  std::vector<std::uint8_t> is_bar(stars + lengths.size());
  const std::vector<std::size_t> places = Permutation(
      is_bar.size(), CounterRandom(seed, RandomPurpose::kRandomSpans, key, 1));
  for (std::size_t i = 0; i < lengths.size(); ++i) is_bar[places[i]] = 1;

  std::size_t at = 0;
  std::size_t run = 0;
  for (const std::uint8_t bar : is_bar) {
    if (!bar) {
      ++at;
      continue;
    }
    if (run > 0) at += apart;
    for (std::size_t i = 0; i < lengths[order[run]]; ++i) selected[at++] = 1;
    ++run;
  }
  return selected;
}

}  // namespace whylight
