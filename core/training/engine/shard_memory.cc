#include "core/training/engine/shard_memory.h"

#include <optional>
#include <utility>

namespace whylight {

void ShardMemory::Clear(std::size_t shard, Graph& graph) {
  graph.Clear();
  gradients_[shard].Reset();
  TakeBack(shard, graph);
}

void ShardMemory::Lend(std::size_t shard, Graph& graph) {
  lent_[shard] = true;
  const std::lock_guard lock(mutex_);
  if (spare_.empty()) return;
  graph.TakeMemory(std::move(spare_.back()));
  spare_.pop_back();
}

void ShardMemory::TakeBack(std::size_t shard, Graph& graph) {
  std::optional<Arena> memory = graph.GiveMemory(&gradients_[shard]);
  if (!memory || !std::exchange(lent_[shard], false)) return;
  const std::lock_guard lock(mutex_);
  spare_.push_back(std::move(*memory));
}

}  // namespace whylight
