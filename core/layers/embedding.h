// Word vectors that are not learned: a table with one row per word.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "core/format/quantise.h"
#include "core/graph/graph.h"

namespace whylight {

class Embedding {
 public:
  /// `table` is [words x dimensions].
  explicit Embedding(Matrix table) : table_(std::move(table)) {}

  /// The table as it lies in the bytes of a file, whose rows are expanded when
  /// they are looked up: a few words of a text take no memory for all others.
  Embedding(std::shared_ptr<const std::string> file, StoredMatrix table)
      : table_(Stored{std::move(file), table}) {}

  /// The vectors of `words`, one row each; a word id below zero is unknown and
  /// gets the zero vector. -> [words x dimensions].
  Var Lookup(Graph& graph, std::span<const std::int32_t> words) const;

  /// All of it, [words x dimensions].
  Matrix table() const;

 private:
  struct Stored {
    std::shared_ptr<const std::string> file;
    StoredMatrix matrix;
  };

  Index dimensions() const;
  void CopyRow(Index word, Real* numbers) const;

  std::variant<Matrix, Stored> table_;
};

}  // namespace whylight
