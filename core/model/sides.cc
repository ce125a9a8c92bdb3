#include "core/model/sides.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/ops/ops.h"
#include "core/ops/subtract.h"

namespace whylight {

TextDropout OfSide(TextDropout dropout, std::size_t side) {
  for (std::size_t& example : dropout.examples) example = 2 * example + side;
  return dropout;
}

Sequences SideOf(const Sequences& both, std::size_t side) {
  const SequenceBatch& batch = both.batch;
  const Index count = batch.batch() / 2;
  const Index first = static_cast<Index>(side) * count;
  SequenceBatch words;
  words.lengths.assign(batch.lengths.begin() + first,
                       batch.lengths.begin() + first + count);
  for (const Index length : words.lengths) {
    words.max_length = std::max(words.max_length, length);
  }
  for (Index t = 0; t < words.max_length; ++t) {
    for (Index b = 0; b < count; ++b) {
      words.rows.push_back(batch.row(t, first + b));
    }
  }
  return {both.words, std::move(words), std::nullopt};
}

Var AtPositions(Graph& graph, const Sequences& words) {
  return Gather(graph, words.words, words.batch.rows);
}

Var SideBySide(Graph& graph, Var x, Var y) {
  return ConcatColumns(
      graph, ConcatColumns(graph, x, y),
      ConcatColumns(graph, Multiply(graph, x, y), Subtract(graph, x, y)));
}

}  // namespace whylight
