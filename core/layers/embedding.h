// Word vectors that are not learned: a table with one row per word.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "core/graph/graph.h"

namespace whylight {

class Embedding {
 public:
  /// `table` is [words x dimensions].
  explicit Embedding(Matrix table) : table_(std::move(table)) {}

  /// The vectors of `words`, one row each; a word id below zero is unknown and
  /// gets the zero vector. -> [words x dimensions].
  Var Lookup(Graph& graph, std::span<const std::int32_t> words) const;

  const Matrix& table() const { return table_; }

 private:
  Matrix table_;
};

}  // namespace whylight
