#include <gtest/gtest.h>

#include "core/ops/chosen_words.h"
#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

TEST(ChosenWordsGradientTest, ReachesWordsAndTheWeightOfEveryText) {
  Parameter table{"table", RandomMatrix(5, 2, "table")};
  Parameter weights{"weights", RandomMatrix(6, 1, "weights")};
  // No text has the last weight: there are two candidates only.
  weights.value(1, 0) = 0;
  const SequenceBatch texts =
      MakeSequences({{0, 1, 2}, {3}, {4, 0}, {2, 2, 1, 0}});
  const SequenceBatch candidates = MakeSequences({{0, 2}, {3, 1, 2}});
  for (const Index length : {1, 3, 5}) {
    CheckGradients({&table, &weights}, [&](Graph& graph) {
      const Var words = ChosenWords(graph, graph.Use(table), texts, candidates,
                                    graph.Use(weights), length);
      return SquaredError(graph, words, RandomMatrix(2 * length, 2, "wanted"),
                          Matrix::Ones(2 * length, 2));
    });
  }
}

}  // namespace
}  // namespace whylight
