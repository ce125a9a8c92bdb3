// Memory that the graphs of a batch's shards pass on, so that a thread that
// goes through many shards, each once, needs that of one.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

#include "core/graph/arena.h"
#include "core/graph/graph.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// For any number of threads, each with shards of its own.
class ShardMemory {
 public:
  /// Before a batch, when nothing of the one before is needed: clears the graph
  /// of `shard` and forgets its gradients.
  void Clear(std::size_t shard, Graph& graph);

  /// Gives the graph, which has been cleared, what another has given back.
  void Lend(std::size_t shard, Graph& graph);

  /// After the way back: the gradients of parameters stay until the next batch.
  /// All else stays only if gradients are still to be made of it.
  void TakeBack(std::size_t shard, Graph& graph);

 private:
  std::mutex mutex_;
  std::vector<Arena> spare_;  // The one used last is taken first.
  // What a graph allocates after it gave its memory away is not kept, or there
  // would be more with each batch.
  std::array<bool, kShards> lent_{};
  std::array<Arena, kShards> gradients_;
};

}  // namespace whylight
