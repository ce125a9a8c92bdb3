// Gradients of masks where a word that is left out would outweigh all others.
#include <gtest/gtest.h>

#include "core/graph/graph.h"
#include "core/ops/attention.h"
#include "core/ops/mask_ratio.h"
#include "core/ops/ops.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// Scores of three words, of which the second is left out.
Matrix Scores() {
  Matrix scores(3, 1);
  scores << 0, 500, 1;
  return scores;
}

Parameter Mask() {
  Matrix mask(3, 1);
  mask << 1, 0, 1;
  return {"mask", mask};
}

// The gradient of `mask` from the sum of squares of what `read` gives.
template <typename Read>
Matrix MaskGradient(const Parameter& mask, Read read) {
  Graph graph(Graph::Mode::kTraining);
  const Var z = graph.Use(mask);
  const Var found = read(graph, z);
  const Index rows = graph.value(found).rows();
  const Index cols = graph.value(found).cols();
  graph.Backward(SquaredError(graph, found, Matrix::Zero(rows, cols),
                              Matrix::Ones(rows, cols)));
  return graph.Gradient(z);
}

void ExpectUsable(const Matrix& gradient) {
  ASSERT_TRUE(gradient.allFinite());
  EXPECT_NE(gradient(1, 0), 0);
  EXPECT_LT(gradient.cwiseAbs().maxCoeff(), 10 * kMostMaskRatio);
}

TEST(MaskRatioTest, TheSoftmaxOfWordsHasAGradientThatCanBeUsed) {
  ExpectUsable(MaskGradient(Mask(), [](Graph& graph, Var z) {
    return SoftmaxOverWords(graph, graph.Constant(Scores()), {3}, z);
  }));
}

TEST(MaskRatioTest, AttentionHasAGradientThatCanBeUsed) {
  const SequenceBatch asks = EveryRowAWord(1, 1);
  const SequenceBatch words = EveryRowAWord(3, 1);
  ExpectUsable(MaskGradient(Mask(), [&](Graph& graph, Var z) {
    const Var table = graph.Constant(RandomMatrix(3, 2, "words"));
    return AttendByScores(graph, graph.Constant(Scores()),
                          WordPairs(asks, words), Asks::kLeft,
                          {table, words, z})
        .vectors;
  }));
}

}  // namespace
}  // namespace whylight
