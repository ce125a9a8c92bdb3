#include "core/ops/chosen_words.h"

#include <gtest/gtest.h>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// Texts of rows of a table; two sequences choose among some of them.
const SequenceBatch& Texts() {
  static const SequenceBatch texts =
      MakeSequences({{0, 1, 2}, {3}, {4, 0}, {2, 2, 1, 0}});
  return texts;
}
const SequenceBatch& Candidates() {
  static const SequenceBatch candidates = MakeSequences({{0, 2}, {3, 1, 2}});
  return candidates;
}

TEST(ChosenWordsTest, AOneHotWeightGivesTheWordsOfItsText) {
  Graph graph(Graph::Mode::kInference);
  const Matrix table = RandomMatrix(5, 2, "table");
  Matrix weights = Matrix::Zero(6, 1);
  weights(2, 0) = 1;  // The second of the first sequence: words 4 and 0.
  weights(3, 0) = 1;  // The second of the second: word 3.
  const Matrix found =
      graph.value(ChosenWords(graph, graph.Constant(table), Texts(),
                              Candidates(), graph.Constant(weights), 3));
  Matrix expected = Matrix::Zero(6, 2);
  expected.row(0) = table.row(4);
  expected.row(1) = table.row(3);
  expected.row(2) = table.row(0);
  EXPECT_EQ(found, expected);
}

TEST(ChosenWordsTest, WeightsAddTextsWordByWord) {
  const Matrix table = RandomMatrix(5, 2, "table");
  const Matrix weights = RandomMatrix(6, 1, "weights");
  for (const Index length : {1, 2, 4, 5}) {
    Graph graph(Graph::Mode::kInference);
    const Matrix found =
        graph.value(ChosenWords(graph, graph.Constant(table), Texts(),
                                Candidates(), graph.Constant(weights), length));
    ASSERT_EQ(found.rows(), 2 * length);
    for (Index b = 0; b < 2; ++b) {
      for (Index t = 0; t < length; ++t) {
        RowVector sum = RowVector::Zero(2);
        for (Index r = 0; r < Candidates().lengths[b]; ++r) {
          const Index text = Candidates().row(r, b);
          if (t >= Texts().lengths[text]) continue;
          sum += weights(r * 2 + b, 0) * table.row(Texts().row(t, text));
        }
        EXPECT_TRUE(found.row(t * 2 + b).isApprox(sum) || sum.isZero());
      }
    }
  }
}

}  // namespace
}  // namespace whylight
