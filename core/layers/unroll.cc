#include "core/layers/unroll.h"

#include <algorithm>
#include <utility>

#include "core/ops/ops.h"

namespace whylight {
namespace {

// The mask with padding at 0: [max_length·batch x 1].
Var KeptWords(Graph& graph, const Sequences& input) {
  const std::vector<std::int32_t>& rows = input.batch.rows;
  Matrix present(static_cast<Index>(rows.size()), 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    present(static_cast<Index>(i), 0) =
        rows[i] == SequenceBatch::kPadding ? Real{0} : Real{1};
  }
  const Var words = graph.Constant(present);
  return input.mask ? Multiply(graph, words, *input.mask) : words;
}

}  // namespace

Sequences Unroll(Graph& graph, const Sequences& input,
                 const std::vector<Index>& widths, const RecurrentStep& step) {
  const SequenceBatch& words = input.batch;
  const Index batch = words.batch();
  if (words.max_length == 0) {
    return AtEveryPosition(graph.NewValue(0, widths.front()), input);
  }
  States states;
  for (const Index width : widths) {
    states.push_back(graph.Constant(Matrix::Zero(batch, width)));
  }
  const Var kept = KeptWords(graph, input);
  std::vector<Var> given;
  for (Index t = 0; t < words.max_length; ++t) {
    const std::span<const std::int32_t> rows(words.rows.data() + t * batch,
                                             static_cast<std::size_t>(batch));
    States next = step(rows, states);
    // Where all words count, the blend would be a copy.
    if (input.mask || std::find(rows.begin(), rows.end(),
                                SequenceBatch::kPadding) != rows.end()) {
      const Var z = Rows(graph, kept, t * batch, batch);
      for (std::size_t i = 0; i < next.size(); ++i) {
        next[i] = Blend(graph, z, next[i], states[i]);
      }
    }
    states = std::move(next);
    given.push_back(states.front());
  }
  return AtEveryPosition(ConcatRows(graph, given), input);
}

}  // namespace whylight
