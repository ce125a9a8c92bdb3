// Runs of words at random places, to compare rationales with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whylight {

/// Runs of the given lengths at random places of a text of `words` words,
/// neither overlapping nor touching while there is room; every placement is
/// equally likely. 1 for each word of a run.
std::vector<std::uint8_t> RandomRuns(const std::vector<std::size_t>& lengths,
                                     std::size_t words, std::uint64_t seed,
                                     std::uint64_t key);

}  // namespace whylight
