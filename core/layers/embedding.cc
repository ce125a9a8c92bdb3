#include "core/layers/embedding.h"

#include <algorithm>

namespace whylight {

Index Embedding::dimensions() const {
  const Matrix* const table = std::get_if<Matrix>(&table_);
  return table ? table->cols() : std::get_if<Stored>(&table_)->matrix.cols();
}

void Embedding::CopyRow(Index word, Real* numbers) const {
  if (const Matrix* const table = std::get_if<Matrix>(&table_)) {
    std::copy_n(table->row(word).data(), table->cols(), numbers);
  } else {
    std::get_if<Stored>(&table_)->matrix.ExpandRow(word, numbers);
  }
}

Matrix Embedding::table() const {
  if (const Matrix* const table = std::get_if<Matrix>(&table_)) return *table;
  const StoredMatrix& stored = std::get_if<Stored>(&table_)->matrix;
  Matrix table(stored.rows(), stored.cols());
  for (Index word = 0; word < table.rows(); ++word) {
    stored.ExpandRow(word, table.row(word).data());
  }
  return table;
}

Var Embedding::Lookup(Graph& graph, std::span<const std::int32_t> words) const {
  const Var vectors =
      graph.NewValue(static_cast<Index>(words.size()), dimensions());
  MatrixView rows = graph.MutableValue(vectors);
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto row = rows.row(static_cast<Index>(i));
    if (words[i] < 0) {
      row.setZero();
    } else {
      CopyRow(words[i], row.data());
    }
  }
  return vectors;
}

}  // namespace whylight
