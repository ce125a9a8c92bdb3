// Word vectors: a table with a row a word, frozen or learned.
#pragma once

#include <cstdint>
#include <span>
#include <string>
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

/// The same as a parameter, called `name`.
class TrainableEmbedding {
 public:
  TrainableEmbedding(std::string name, Matrix table)
      : table_{std::move(name), std::move(table)} {}

  /// As Embedding::Lookup, of `words` that are all different, below zero apart.
  /// Their gradients are found in Graph::RowUses.
  Var Lookup(Graph& graph, std::span<const std::int32_t> words) const {
    return graph.UseRows(table_, words);
  }

  const Parameter& table() const { return table_; }
  Parameter& table() { return table_; }

 private:
  Parameter table_;
};

}  // namespace whylight
