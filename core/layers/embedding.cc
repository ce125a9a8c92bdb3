#include "core/layers/embedding.h"

namespace whylight {

Var Embedding::Lookup(Graph& graph, std::span<const std::int32_t> words) const {
  const Var vectors =
      graph.NewValue(static_cast<Index>(words.size()), table_.cols());
  MatrixView rows = graph.MutableValue(vectors);
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto row = rows.row(static_cast<Index>(i));
    if (words[i] < 0) {
      row.setZero();
    } else {
      row = table_.row(words[i]);
    }
  }
  return vectors;
}

}  // namespace whylight
