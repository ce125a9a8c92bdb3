// How a batch is shared out and what its parts say is added up: the same
// whatever the number of threads and ranks.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/graph/graph.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/optimiser.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// The shards of a rank: [first, first + count). Every rank has as many.
struct ShardRange {
  std::size_t first = 0;
  std::size_t count = kShards;

  static ShardRange Of(const Communicator& ranks) {
    const std::size_t count = kShards / static_cast<std::size_t>(ranks.size());
    return {static_cast<std::size_t>(ranks.rank()) * count, count};
  }
  std::size_t end() const { return first + count; }
};

/// Numbers a shard adds to a batch's; empty where a shard has no examples.
using ShardNumbers = std::array<std::vector<double>, kShards>;

/// The sums over all shards of all ranks, on every rank, added in a fixed
/// binary tree: ((0+1)+(2+3))+((4+5)+(6+7)). Each rank knows the numbers of its
/// own shards. All that are not empty have as many numbers.
Result<std::vector<double>> SumNumbers(const ShardNumbers& numbers,
                                       Communicator& ranks);

using ShardGraphs = std::array<std::unique_ptr<Graph>, kShards>;

/// The gradients of `parameters`, added over the shards of all ranks in that
/// same tree; `used` tells the shards that have examples. The sums may lie
/// where the graphs have their gradients, until these are cleared.
Result<std::vector<Gradient>> SumGradients(
    const std::vector<Parameter*>& parameters, const ShardGraphs& graphs,
    const std::array<bool, kShards>& used, Communicator& ranks,
    ThreadPool& pool);

/// Some rows of a gradient: what is worth a thread's while.
struct GradientPart {
  std::size_t parameter;
  Index begin;
  Index end;
};

/// All rows of all gradients, cut where only shapes tell.
std::vector<GradientPart> CutIntoParts(std::span<const Gradient> gradients);

}  // namespace whylight
