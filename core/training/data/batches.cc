#include "core/training/data/batches.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/random.h"

namespace whylight {

std::vector<std::vector<std::size_t>> Slices(
    const std::vector<std::size_t>& order, std::size_t batch) {
  std::vector<std::vector<std::size_t>> slices;
  for (std::size_t i = 0; i < order.size(); i += batch) {
    const std::size_t end = std::min(i + batch, order.size());
    slices.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(i),
                        order.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return slices;
}

std::vector<std::size_t> FirstNumbers(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

std::vector<std::vector<std::size_t>> SlicesByLength(
    const std::vector<std::size_t>& lengths, std::size_t batch) {
  std::vector<std::size_t> order = FirstNumbers(lengths.size());
  std::stable_sort(order.begin(), order.end(),
                   [&lengths](std::size_t left, std::size_t right) {
                     return lengths[left] < lengths[right];
                   });
  return Slices(order, batch);
}

std::vector<std::vector<std::size_t>> LengthBatches(
    const std::vector<std::size_t>& rows,
    const std::vector<std::size_t>& lengths, std::size_t batch,
    std::uint64_t seed, std::uint64_t epoch) {
  constexpr std::size_t kStretch = 16;
  std::vector<std::size_t> shuffled(rows.size());
  const auto order = Permutation(
      rows.size(), CounterRandom(seed, RandomPurpose::kShuffle, epoch, 0));
  for (std::size_t i = 0; i < order.size(); ++i) shuffled[i] = rows[order[i]];

  std::vector<std::vector<std::size_t>> batches;
  for (std::size_t start = 0; start < rows.size(); start += kStretch * batch) {
    const std::size_t end = std::min(start + kStretch * batch, rows.size());
    const auto begin = shuffled.begin();
    const auto at = [begin](std::size_t i) {
      return begin + static_cast<std::ptrdiff_t>(i);
    };
    std::stable_sort(at(start), at(end),
                     [&lengths](std::size_t left, std::size_t right) {
                       return lengths[left] < lengths[right];
                     });
    for (std::size_t i = start; i < end; i += batch) {
      batches.emplace_back(at(i), at(std::min(i + batch, end)));
    }
  }
  std::vector<std::vector<std::size_t>> drawn;
  drawn.reserve(batches.size());
  for (const std::size_t i :
       Permutation(batches.size(),
                   CounterRandom(seed, RandomPurpose::kShuffle, epoch, 1))) {
    drawn.push_back(std::move(batches[i]));
  }
  return drawn;
}

std::vector<std::vector<std::size_t>> LengthBatches(
    const std::vector<std::size_t>& lengths, std::size_t batch,
    std::uint64_t seed, std::uint64_t epoch) {
  return LengthBatches(FirstNumbers(lengths.size()), lengths, batch, seed,
                       epoch);
}

std::vector<std::size_t> LengthsOf(const std::vector<WordIds>& texts) {
  std::vector<std::size_t> lengths;
  lengths.reserve(texts.size());
  for (const WordIds& text : texts) lengths.push_back(text.size());
  return lengths;
}

}  // namespace whylight
