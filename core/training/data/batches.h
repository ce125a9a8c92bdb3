// How examples are put into batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/word_batch.h"

namespace whylight {

/// `order` in pieces of `batch`, the last one of what is left.
std::vector<std::vector<std::size_t>> Slices(
    const std::vector<std::size_t>& order, std::size_t batch);

/// 0, 1, ... of `count` examples.
std::vector<std::size_t> FirstNumbers(std::size_t count);

/// All examples, of these `lengths`, from the shortest to the longest in pieces
/// of `batch`: so little is spent on padding.
std::vector<std::vector<std::size_t>> SlicesByLength(
    const std::vector<std::size_t>& lengths, std::size_t batch);

/// Batches of about equally long examples, drawn anew for every epoch:
/// shuffled, sorted by length in stretches of 16 batches, and the batches
/// shuffled. Each of `rows`, which number `lengths`, is in one of them.
std::vector<std::vector<std::size_t>> LengthBatches(
    const std::vector<std::size_t>& rows,
    const std::vector<std::size_t>& lengths, std::size_t batch,
    std::uint64_t seed, std::uint64_t epoch);

/// The same of all examples.
std::vector<std::vector<std::size_t>> LengthBatches(
    const std::vector<std::size_t>& lengths, std::size_t batch,
    std::uint64_t seed, std::uint64_t epoch);

/// The numbers of words of texts.
std::vector<std::size_t> LengthsOf(const std::vector<WordIds>& texts);

}  // namespace whylight
