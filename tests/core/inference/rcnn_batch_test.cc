#include "core/inference/rcnn_batch.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "core/layers/rcnn.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// Against the operation of the graph, to the bit.
TEST(RcnnBatchTest, StatesAreThoseOfTheLayerInBothDirections) {
  const RcnnOptions options{.inputs = 5, .hidden = 7, .order = 3};
  RcnnLayer layer("layer", options, 1);
  const Matrix vectors = RandomMatrix(9, 5, "vectors");
  Graph graph(Graph::Mode::kInference);
  const RcnnInputs inputs = layer.Project(graph, graph.Constant(vectors));
  const Matrix u = graph.value(inputs.candidates);
  const Matrix decay = graph.value(inputs.decay);
  Matrix table(9, u.cols() + decay.cols());
  table << u, decay;
  RcnnCell cell(7, 3, MakeFloatWeight(graph.value(*inputs.decay_state)),
                graph.value(*inputs.bias).row(0));

  const std::vector<std::vector<std::int32_t>> texts = {
      {0, 1, 2, 3, 4, 5, 6, 7}, {8, 3, 3, 1, 0}, {2, 2}, {5}, {}};
  std::vector<WordRows> rows;
  for (const auto& text : texts) {
    WordRows& row = rows.emplace_back();
    for (const std::int32_t word : text) row.push_back(table.row(word).data());
  }
  const auto count = static_cast<Index>(texts.size());
  for (const Direction direction :
       {Direction::kForward, Direction::kBackward}) {
    const Matrix found = ReadBatch(cell, rows, direction);
    const Matrix ends = ReadBatchToTheEnd(cell, rows, direction);
    ASSERT_EQ(found.rows(), 8 * count);
    for (Index i = 0; i < count; ++i) {
      const auto& text = texts[static_cast<std::size_t>(i)];
      const SequenceBatch alone = MakeSequences({text});
      const Var states = Rcnn(graph, inputs, alone, direction);
      for (Index t = 0; t < alone.max_length; ++t) {
        EXPECT_EQ(found.row(t * count + i), graph.value(states).row(t));
      }
      EXPECT_EQ(ends.row(i),
                graph.value(FinalState(graph, states, alone, direction)).row(0))
          << "text " << i;
    }
  }
}

}  // namespace
}  // namespace whylight
