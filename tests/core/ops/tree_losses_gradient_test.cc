#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ops/ops.h"
#include "core/ops/tree_losses.h"
#include "tests/core/gradient_check.h"
#include "tests/core/ops/every_tree.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// Sentences of 4 words, 1, none and 3.
class TreeLossTest : public testing::Test {
 protected:
  ArcScores Arcs(Graph& graph) const { return {graph.Use(scores), places}; }
  Var Crf(Graph& graph) const {
    return TreeCrfLoss(graph, Arcs(graph), right, weights);
  }
  Var Margin(Graph& graph, double margin) const {
    return TreeMarginLoss(graph, Arcs(graph), right, weights, margin);
  }
  Var Softmax(Graph& graph) const {
    return HeadSoftmaxLoss(graph, Arcs(graph), right, weights);
  }
  // What `of_text` says of each sentence, less the score of its tree, weighted.
  template <typename OfText>
  double Sum(const OfText& of_text) const {
    Graph graph(Graph::Mode::kInference);
    const ArcScores arcs = Arcs(graph);
    double sum = 0;
    for (std::size_t b = 0; b < heads.size(); ++b) {
      if (heads[b].empty()) continue;
      const MatrixOf<double> each =
          ArcScoresOf(graph, arcs, static_cast<Index>(b));
      sum +=
          weights[b] * (of_text(each, heads[b]) - ScoreOfTree(each, heads[b]));
    }
    return sum;
  }
  double ValueOf(Graph& graph, Var loss) const {
    return graph.value(loss)(0, 0);
  }

  WordPairs places{EveryRowAWordEach({5, 2, 1, 4}),
                   EveryRowAWordEach({4, 1, 0, 3})};
  Parameter scores{"scores", RandomMatrix(places.size(), 1, "arcs")};
  std::vector<Heads> heads = {{2, 0, 4, 2}, {0}, {}, {0, 1, 1}};
  std::vector<const Heads*> right = {&heads[0], &heads[1], &heads[2],
                                     &heads[3]};
  std::vector<Real> weights = {1, 0.5, 1, 2};

 private:
  static SequenceBatch EveryRowAWordEach(std::vector<Index> lengths) {
    SequenceBatch batch;
    batch.lengths = std::move(lengths);
    return batch;
  }
};

TEST_F(TreeLossTest, ThePartitionIsTheSumOverAllTrees) {
  const double expected =
      Sum([](const MatrixOf<double>& each, const Heads& gold) {
        double all = 0;
        VisitEveryProjectiveTree(gold.size(), [&](const Heads& tree) {
          all += std::exp(ScoreOfTree(each, tree));
        });
        return std::log(all);
      });
  Graph graph(Graph::Mode::kInference);
  EXPECT_NEAR(ValueOf(graph, Crf(graph)), expected, 1e-12);
}

TEST_F(TreeLossTest, TheMarginIsOverTheBestOfAllTrees) {
  for (const double margin : {0.0, 0.7}) {
    const double expected =
        Sum([margin](const MatrixOf<double>& each, const Heads& gold) {
          double most = -std::numeric_limits<double>::infinity();
          VisitEveryProjectiveTree(gold.size(), [&](const Heads& tree) {
            double score = ScoreOfTree(each, tree);
            for (std::size_t m = 0; m < gold.size(); ++m) {
              if (tree[m] != gold[m]) score += margin;
            }
            most = std::max(most, score);
          });
          return most;
        });
    Graph graph(Graph::Mode::kInference);
    EXPECT_GT(expected, 0);
    EXPECT_NEAR(ValueOf(graph, Margin(graph, margin)), expected, 1e-12);
  }
}

TEST_F(TreeLossTest, NothingIsLostWhereTheTreeLeadsByTheMargin) {
  scores.value.setZero();
  for (std::size_t b = 0; b < heads.size(); ++b) {
    MatrixView each =
        places.Of(MatrixView(scores.value.data(), places.size(), 1),
                  static_cast<Index>(b));
    for (std::size_t m = 0; m < heads[b].size(); ++m) {
      each(heads[b][m], static_cast<Index>(m)) = 1;
    }
  }
  Graph graph(Graph::Mode::kInference);
  EXPECT_EQ(ValueOf(graph, Margin(graph, 1)), 0);
  EXPECT_GT(ValueOf(graph, Margin(graph, 1.01)), 0);
}

TEST_F(TreeLossTest, HeadsByThemselvesAreChosenAmongAllOtherWords) {
  const double expected =
      Sum([](const MatrixOf<double>& each, const Heads& /*gold*/) {
        double all = 0;
        for (Index m = 0; m < each.cols(); ++m) {
          double sum = 0;
          for (Index h = 0; h < each.rows(); ++h) {
            if (h != m + 1) sum += std::exp(each(h, m));
          }
          all += std::log(sum);
        }
        return all;
      });
  Graph graph(Graph::Mode::kInference);
  EXPECT_NEAR(ValueOf(graph, Softmax(graph)), expected, 1e-12);
}

TEST_F(TreeLossTest, GradientsAreThoseOfDifferences) {
  CheckGradients({&scores}, [this](Graph& graph) { return Crf(graph); });
  CheckGradients({&scores},
                 [this](Graph& graph) { return Margin(graph, 0.7); });
  CheckGradients({&scores}, [this](Graph& graph) { return Margin(graph, 0); });
  CheckGradients({&scores}, [this](Graph& graph) { return Softmax(graph); });
}

}  // namespace
}  // namespace whylight
