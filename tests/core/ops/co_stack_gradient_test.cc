#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/ops/attention.h"
#include "core/ops/co_stack.h"
#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"
#include "tests/core/scalar.h"

namespace whylight {
namespace {

constexpr Index kLayers = 3;
constexpr Index kWidth = 4;

// Words that occur twice, a text without words on either side, and one that is
// longer than what is read at a time.
class CoStackGradientTest : public testing::Test {
 protected:
  static SequenceBatch Long(std::vector<std::vector<std::int32_t>> texts) {
    for (int i = 0; i < 70; ++i) texts[0].push_back(i % 5);
    return MakeSequences(texts);
  }

  Matrix Scores(Index layers) const {
    Graph graph(Graph::Mode::kInference);
    return graph.value(CoStackScores(graph, graph.Constant(x_), left_,
                                     graph.Constant(y_), right_, layers));
  }

  // Of layer p of the one side and layer q of the other.
  Matrix OfLayers(Index p, Index q) const {
    Graph graph(Graph::Mode::kInference);
    const auto layer = [&](const Matrix& table, Index k) {
      return graph.Constant(table.middleCols(k * kWidth, kWidth));
    };
    return graph.value(
        PairScores(graph, layer(x_, p), left_, layer(y_, q), right_, {}));
  }

  const Matrix x_ = RandomMatrix(5, kLayers* kWidth, "left");
  const Matrix y_ = RandomMatrix(4, kLayers* kWidth, "right");
  const SequenceBatch left_ = Long({{0, 1}, {}, {2, 3, 2}, {4}});
  const SequenceBatch right_ = MakeSequences({{0, 1, 1}, {2}, {3, 0}, {}});
};

TEST_F(CoStackGradientTest, AScoreIsTheLargestOfAllPairsOfLayers) {
  const Matrix scores = Scores(kLayers);
  ASSERT_EQ(scores.rows(), WordPairs(left_, right_).size());
  Matrix largest = OfLayers(0, 0);
  for (Index p = 0; p < kLayers; ++p) {
    for (Index q = 0; q < kLayers; ++q) {
      const Matrix one = OfLayers(p, q);
      EXPECT_GE((scores - one).minCoeff(), 0);
      largest = largest.cwiseMax(one);
    }
  }
  EXPECT_EQ(scores, largest);
}

TEST_F(CoStackGradientTest, OfOneLayerIsTheOrdinaryAffinity) {
  Graph graph(Graph::Mode::kInference);
  EXPECT_EQ(Scores(1),
            Matrix(graph.value(PairScores(graph, graph.Constant(x_), left_,
                                          graph.Constant(y_), right_, {}))));
}

TEST_F(CoStackGradientTest, BackwardEqualsCentralDifferences) {
  const SequenceBatch left = MakeSequences({{0, 1, 0}, {}, {2, 3}, {4}});
  Parameter x{"x", x_};
  Parameter y{"y", y_};
  for (const Index layers : {Index{1}, kLayers, kLayers * kWidth}) {
    CheckGradients({&x, &y}, [&](Graph& graph) {
      return Scalar(graph, CoStackScores(graph, graph.Use(x), left,
                                         graph.Use(y), right_, layers));
    });
  }
}

TEST_F(CoStackGradientTest, OneOfEqualPairsOfLayersGetsTheGradient) {
  const Parameter x{"x", Matrix::Ones(1, 2)};
  const Parameter y{"y", Matrix::Ones(1, 2)};
  const SequenceBatch one = MakeSequences({{0}});
  Graph graph(Graph::Mode::kTraining);
  graph.Backward(CoStackScores(graph, graph.Use(x), one, graph.Use(y), one, 2));
  const RowVector first = RowVector::Unit(2, 0);
  EXPECT_EQ(graph.Gradient(graph.Use(x)).row(0), first);
  EXPECT_EQ(graph.Gradient(graph.Use(y)).row(0), first);
}

}  // namespace
}  // namespace whylight
